// The cheat sheet and the hint of a table, shown on top of it: pages of the server, of which the middle is taken.

import { AWAY } from './text.js';
import { overlap, thingsFor } from './things.js';

const box = document.getElementById('advice'), path = location.pathname;
let number = 0; // of what was asked for last: a hint takes long, and something else may be shown by then

/** Show the `sheet` or the `hint`, or put away what is shown. */
export async function ask(what) {
  if (box.matches(':popover-open')) { box.hidePopover(); return; }
  const asked = ++number;
  box.textContent = '…';
  box.showPopover();
  const html = await fetch(`${path}/${what}`).then(answer => answer.text()).catch(() => null);
  if (asked !== number) return;
  if (html === null) { box.textContent = AWAY; return; }
  const page = new DOMParser().parseFromString(html, 'text/html');
  box.replaceChildren(...page.querySelectorAll('h1, #counsel'), closing());
  place();
  box.focus();
}

function closing() { // a click beside it closes it as well, but there it may be a move
  const close = Object.assign(document.createElement('button'), { type: 'button', className: 'order', textContent: 'Close' });
  const line = document.createElement('p');
  close.addEventListener('click', () => box.hidePopover());
  line.append(close);
  return line;
}

const PLACES = ['auto', '4rem auto auto', 'auto auto 1rem', '4rem auto auto 1rem', '4rem 1rem auto auto']; // as margins

function place() { // in the middle, or where a hint does not lie over the card that it names
  const named = thingsFor(document.getElementById('live'), box.querySelector('[data-try]')?.dataset.try);
  for (const margin of PLACES) {
    box.style.margin = margin;
    const own = box.getBoundingClientRect();
    if (!named.some(thing => overlap(thing.getBoundingClientRect(), own))) return;
  }
  box.style.margin = '';
}
