// A replay: its steps without loading pages, by themselves if one likes, at the speed one likes.

import { follow, go, keys, root } from './steps.js';

const part = name => document.getElementById(name);
let timer = 0, wanted = null, going = false, speed = part('speed').value;

async function to(step) { // one at a time: of several that are asked for meanwhile only the last is gone to
  wanted = step;
  if (going) return;
  going = true;
  while (wanted !== null) {
    const address = new URL(location.href);
    address.searchParams.set('step', wanted);
    wanted = null;
    await go(address.href, { remember: address.href, after: settle });
  }
  going = false;
}

function settle() { // what was set by hand stays as it was set, whatever the new page says
  const step = new URLSearchParams(location.search).get('step');
  if (step) part('scrub').value = step;
  part('speed').value = speed;
  shown();
}

function shown() {
  part('play').textContent = timer ? '❚❚ Pause' : '▶ Play';
  part('play').setAttribute('aria-pressed', Boolean(timer));
}

function pause() { clearTimeout(timer); timer = 0; shown(); }

function play() {
  const { value, max } = part('scrub');
  if (Number(value) >= Number(max) && !timer) to(1);
  else if (timer) to(Number(value) + 1);
  if (timer && Number(value) + 1 >= Number(max)) { pause(); return; }
  timer = setTimeout(play, Number(speed));
  shown();
}

document.addEventListener('input', ({ target }) => {
  if (target.id === 'scrub') { pause(); to(target.value); }
  if (target.id === 'speed') speed = target.value;
});

document.addEventListener('click', async ({ target }) => {
  if (target.closest?.('#play')) { if (timer) pause(); else play(); }
  else if (target.closest?.('.steps a')) pause();
  if (target.id !== 'copy') return;
  const address = new URL(location.href);
  address.searchParams.set('step', part('scrub').value);
  try { await navigator.clipboard.writeText(address.href); target.textContent = 'The link is copied'; }
  catch { prompt('Copy this link:', address.href); }
});

follow('a[href^="?step="]', (address, more = {}) => go(address, { ...more, after: settle }));
keys({ ArrowLeft: '[data-way=prev]', ArrowRight: '[data-way=next]', Home: '[data-way=first]', End: '[data-way=last]', p: '#play' });
root.classList.add('scripted');
