// Where more lies on a table that fills the window than it has room for, all of it is drawn smaller until it fits. On a
// phone pages are as long as they need to be.
//
// Every size that is tried lays the whole table out anew. So what is shown is made smaller at once where it has to be, and
// larger again only in a lull, when nobody waits for it and no card is on its way. While others play it stays as small as one's
// own turn has made it: what is asked then needs room again.

const root = document.getElementById('live'); // not the whole page: what is there to be drawn from would be styled anew, too
const SIZES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64], LULL = 500;
const OTHERS = '.stage-playing:not(.turn) .mine';
const FILLS = matchMedia('(min-width: 70rem)');
const table = () => (FILLS.matches && !document.getElementById('room') && root.querySelector('.felt')) || null; // none in words

let at = 0, timer, seen = [null]; // the index of the size; the table and the room it had when it was fitted

const over = one => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2;

function fits(felt) { // the own hand is a fan, which turns out of its box
  return !over(felt) && ![...felt.querySelectorAll('.rivals, .rivals > *, .middle, .centre')].some(over);
}

function draw(index) {
  if (index === at) return;
  at = index;
  if (at) root.style.setProperty('--fit', SIZES[at]); else root.style.removeProperty('--fit');
}

function fit(from = at) { // the index of the size to begin with; each that is too large gives way to the next
  clearTimeout(timer);
  const felt = table(), before = at;
  room(felt);
  draw(felt ? from : 0);
  while (felt && !fits(felt) && at < SIZES.length - 1) draw(at + 1);
  if (at !== before) dispatchEvent(new Event('fit')); // for what points at things
  if (at && at === from && !root.querySelector(OTHERS)) timer = setTimeout(fit, LULL, 0);
}

const watch = new ResizeObserver(() => { if (room(table())) fit(); });

function room(felt) { // whether it is another table, or another size of it, than before
  const now = [felt, felt?.clientWidth, felt?.clientHeight], other = now.some((one, index) => one !== seen[index]);
  if (felt !== seen[0]) { watch.disconnect(); if (felt) watch.observe(felt); }
  seen = now;
  return other;
}

root.addEventListener('morphed', () => fit());
for (const what of ['load', 'resize']) addEventListener(what, () => fit(0));
fit();
