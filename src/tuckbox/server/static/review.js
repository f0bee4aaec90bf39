// A review: while the coach thinks, its page is looked at again until it is there; then one goes through it step by step,
// by links and keys, and by a click on the curve of the chances.

import { follow, go, keys, root } from './steps.js';
import './share.js';
import { mark } from './things.js';

const EVERY = 700;

async function wait() { // nothing but how far it has come is put into the page
  const answer = await fetch(location.href).catch(() => null);
  if (!answer || answer.status >= 500) { setTimeout(wait, EVERY); return; } // the server may be starting anew
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html'), there = page.getElementById('thinking');
  if (!there) { location.reload(); return; }
  document.getElementById('thinking').replaceWith(there);
  if (!there.dataset.failed) setTimeout(wait, EVERY);
}

function nearest(curve, x) {
  const middle = dot => { const { left, width } = dot.getBoundingClientRect(); return left + width / 2; };
  const dots = [...curve.querySelectorAll('[data-step]')];
  return dots.sort((a, b) => Math.abs(middle(a) - x) - Math.abs(middle(b) - x))[0]?.dataset.step;
}

const marked = () => mark(root);

if (root) {
  follow('a[href^="?seat="]', (address, more = {}) => go(address, { ...more, after: marked }));
  marked();
  keys({
    ArrowLeft: '[data-way=prev]', ArrowRight: '[data-way=next]', ArrowUp: '[data-way=before]', ArrowDown: '[data-way=after]',
    Home: '[data-way=first]', End: '[data-way=last]', o: '#way-open', 1: '#costly-1', 2: '#costly-2', 3: '#costly-3',
  });
  document.addEventListener('click', event => {
    const curve = event.target.closest?.('.curve'), step = curve && nearest(curve, event.clientX);
    if (!step) return;
    const address = new URL(location.href);
    address.searchParams.set('step', step);
    go(address.href, { after: marked });
  });
} else setTimeout(wait, EVERY);

self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
