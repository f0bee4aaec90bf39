// Words that scripts write into a page, or ask for.

/** Write a text where it is not there yet: text that is written anew loses its selection, and may be read out again. */
export function write(element, text) { if (element.textContent !== text) element.textContent = text; }

/** Tell something at the head of the page, for a while: what went wrong, or that it is `done`. */
export function tell(text, done = false) {
  let toast = document.getElementById('toast');
  if (!toast) document.body.append(toast = Object.assign(document.createElement('div'), { id: 'toast', role: 'alert' }));
  toast.className = done ? 'done' : '';
  toast.textContent = text;
  const latest = toast.latest = {}; // not a variable here: other scripts of the page may tell something, too
  setTimeout(() => { if (toast.latest === latest) toast.textContent = ''; }, 6000);
}

/** Why nothing can be done now with a thing on the table: the reasons of the rules, as sentences. */
export async function reasons(thing) {
  const asked = new URLSearchParams(thing.dataset.name.split('|').map(word => ['of', word]));
  const answer = await fetch(`/tables/${document.getElementById('live').dataset.table}/why?${asked}`).catch(() => null);
  return answer?.ok ? (await answer.json()).reasons.join(' ') : '';
}

export const AWAY = 'There is no connection just now.';
