// Sounds at a table: silent, and not even loaded, until somebody has asked for them.

const root = document.getElementById('live');

/** Play one of the sounds by its name. */
export async function sound(name) {
  if (root.dataset.sound === 'on') (await import('./tones.js').catch(() => null))?.play(name);
}

document.addEventListener('click', event => { // the button at the top of a table; the choice is kept as the settings keep it
  const button = event.target.closest?.('[data-sounds]');
  if (!button) return;
  root.dataset.sound = root.dataset.sound === 'on' ? 'off' : 'on';
  button.setAttribute('aria-pressed', root.dataset.sound === 'on');
  keep(root.dataset.sound);
  sound('turn');
});

const PLACE = 3; // of the sound among the words that the cookie holds; what is empty there counts as not chosen

function keep(choice) {
  const words = (/(?:^|; )preferences=([^;]*)/.exec(document.cookie)?.[1] ?? '').split('.');
  words[PLACE] = choice;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `preferences=${words.join('.')}; path=/; max-age=31536000; samesite=lax${secure}`;
}
