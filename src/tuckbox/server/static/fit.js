// Where more lies on a table that fills the window than it has room for, all of it is drawn smaller until it fits. On a
// phone pages are as long as they need to be.

const root = document.getElementById('live');
const SIZES = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64];
const FILLS = matchMedia('(min-width: 70rem)');

const over = one => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 2;

function fits(felt) { // the own hand is a fan, which turns out of its box
  return !over(felt) && ![...felt.querySelectorAll('.rivals, .rivals > *, .middle, .centre')].some(over);
}

function fit() {
  const { style } = document.documentElement, before = style.getPropertyValue('--fit');
  style.removeProperty('--fit');
  const travels = document.getAnimations().filter(one => one.id === 'travel').map(one => [one, one.currentTime]);
  for (const [one] of travels) one.currentTime = one.effect.getComputedTiming().endTime; // cards count where they will lie
  shrink(style);
  for (const [one, time] of travels) one.currentTime = time;
  if (style.getPropertyValue('--fit') !== before) dispatchEvent(new Event('fit')); // for what points at things
}

function shrink(style) {
  const felt = document.getElementById('felt');
  if (!felt || !FILLS.matches || document.getElementById('room')) return;
  for (const size of SIZES) {
    if (size < 1) style.setProperty('--fit', size);
    if (fits(felt)) return;
  }
}

let due = false;
function soon() {
  if (due) return;
  due = true;
  queueMicrotask(() => { due = false; fit(); });
}

new MutationObserver(soon).observe(root, { childList: true, subtree: true, attributeFilter: ['class'] });
addEventListener('resize', soon);
addEventListener('load', soon);
soon();
