// What is this? Whoever rests the pointer on a card or a place, presses on it for long, or presses I, is told by the server
// what it does. Names of cards in sentences answer too, and light up what they name on the table.

import { reasons } from './text.js';

const LIVE = document.getElementById('live'), REST = 500, LONG = 450, FAR = 8;
const box = Object.assign(document.createElement('div'), { id: 'answer', tabIndex: -1, role: 'dialog', ariaLabel: 'What this is' });
box.popover = 'manual'; // a long press ends outside of it: what closes it stands below
document.body.append(box);

const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const thingAt = node => node?.closest?.('[data-of], .chip');
const words = thing => thing.dataset.of?.split('|') ?? [thing.textContent.trim()];
const answers = new Map(); // to what has been asked at one version of the table
let at = null, timer = 0, pressed = null, answered;
let awaited = null; // what will be shown to be read as soon as the answer has come

function styled() { // the look of answers comes with the first of them
  if (document.getElementById('answer-style')) return null;
  const style = Object.assign(document.createElement('link'), { id: 'answer-style', rel: 'stylesheet', href: document.body.dataset.style });
  document.head.append(style);
  return new Promise(done => { style.onload = style.onerror = done; });
}

async function ask(thing) {
  const asked = new URLSearchParams(words(thing).map(word => ['of', word]));
  const table = LIVE?.dataset.table, step = new URLSearchParams(location.search).get('step');
  if (table && step) asked.set('step', step);
  const address = table ? `/tables/${table}/about?${asked}` : `${document.body.dataset.about}&${asked}`;
  const version = LIVE?.firstElementChild?.dataset.version;
  if (version !== answered) { answers.clear(); answered = version; }
  const answer = answers.get(address) ?? fetched(address);
  answers.set(address, answer);
  await styled();
  return answer;
}

function fetched(address) { // what could not be had is asked for again the next time
  const coming = fetch(address).then(answer => answer.ok ? answer.text() : '').catch(() => '').then(html => {
    if (!html && answers.get(address) === coming) answers.delete(address);
    return html;
  });
  return coming;
}

function light(names) {
  for (const one of all('.lit')) one.classList.remove('lit');
  for (const one of all('.felt [data-of]')) if (one.dataset.of.split('|').some(name => names.includes(name))) one.classList.add('lit');
}

async function tell(thing, manner) { // "glance" beside the thing while the pointer rests there; "read" to be gone through
  at = thing;
  awaited = manner === 'read' ? thing : null;
  const html = await ask(thing);
  const more = html && manner === 'read' ? await offer(thing) : null;
  if (awaited === thing) awaited = null;
  if (at !== thing || !html || !thing.isConnected) return;
  box.innerHTML = html;
  box.className = manner;
  if (more) box.append(more);
  if (thing.matches('.chip')) light(all('[data-topic]', box).map(topic => topic.dataset.topic));
  box.showPopover();
  place(thing);
  if (manner === 'read') box.focus();
}

async function offer(thing) { // what can be done with it now, or why nothing can
  const numbers = thing.dataset.moves?.split(' ') ?? [], found = numbers.map(number => LIVE.querySelector(`[data-n="${number}"]`));
  if (found.length) {
    const bar = Object.assign(document.createElement('div'), { className: 'bar' });
    bar.append(...found.filter(Boolean).map(move => move.cloneNode(true)));
    return bar;
  }
  if (thing.dataset.name && LIVE?.dataset.table && LIVE.querySelector('.turn')) {
    const why = await reasons(thing);
    if (why) return Object.assign(document.createElement('p'), { className: 'not-now', textContent: `Not now: ${why}` });
  }
  return null;
}

function place(thing) {
  if (box.className === 'read' && innerWidth < 640) { box.style = ''; return; } // a sheet from below
  const { left, right, top, bottom } = thing.getBoundingClientRect(), wide = box.offsetWidth, high = box.offsetHeight;
  const within = (at, room) => Math.max(6, Math.min(at, room - 6));
  const x = within((left + right - wide) / 2, innerWidth - wide), y = within((top + bottom - high) / 2, innerHeight - high);
  const hands = all('.mine .cards').map(hand => hand.getBoundingClientRect()), over = Math.min(y, ...hands.map(hand => hand.top - high - 10));
  const [after, before] = [right + 10, left - 10 - wide], above = top - high - 10;
  const spots = [[after, y], [before, y], [x, above], [after, over], [before, over], [x, bottom + 10]];
  const inside = spots.filter(([at, to]) => at >= 6 && to >= 6 && at + wide <= innerWidth - 6 && to + high <= innerHeight - 6);
  const meets = ([at, to], hand) => at < hand.right && at + wide > hand.left && to < hand.bottom && to + high > hand.top;
  const [at, to] = inside.find(spot => !hands.some(hand => meets(spot, hand))) ?? inside[0] ?? [x, y];
  box.style.left = `${at}px`;
  box.style.top = `${to}px`;
}

function forget() {
  clearTimeout(timer);
  at = null;
  if (box.matches('.glance:popover-open')) box.hidePopover();
}

function close() { // and back to where one was
  if (!box.matches(':popover-open')) return;
  const within = box.contains(document.activeElement);
  box.hidePopover();
  if (within) (at?.isConnected && at.matches('button, a') ? at : document.getElementById('status'))?.focus({ preventScroll: true });
  at = null;
}

box.addEventListener('toggle', event => { if (event.newState === 'closed') light([]); });
box.addEventListener('click', event => { if (event.target.closest('[data-act]')) close(); });
document.addEventListener('keydown', event => { if (event.key === 'Escape') close(); });
document.addEventListener('pointerdown', event => { if (!box.contains(event.target) && box.matches('.read')) close(); }, true);

// -- a pointer that rests ----------------------------------------------------------------------------------------------

let clicked = null; // where the pointer was pressed, until it has moved away from there

document.addEventListener('pointerover', event => { // what comes under a pointer that does not move has not been asked about
  if (event.pointerType !== 'mouse' || box.contains(event.target) || box.matches('.read:popover-open')) return;
  if (at && at === awaited) return;
  if (thingAt(event.target) !== at) forget();
});
document.addEventListener('pointermove', event => {
  if (event.pointerType !== 'mouse' || box.contains(event.target)) return;
  if (clicked && Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) <= FAR) return;
  clicked = null;
  const thing = thingAt(event.target);
  if (!thing || thing === at || event.buttons || document.querySelector(':popover-open')) return;
  at = thing;
  timer = setTimeout(() => tell(thing, 'glance'), REST);
});
document.addEventListener('pointerdown', event => { clicked = { x: event.clientX, y: event.clientY }; }, true);
document.addEventListener('pointerleave', forget);
for (const what of ['pointerdown', 'wheel', 'scroll']) addEventListener(what, () => { if (!box.matches('.read:popover-open')) forget(); }, { capture: true, passive: true });

// -- a finger that stays -----------------------------------------------------------------------------------------------

document.addEventListener('pointerdown', event => {
  const thing = thingAt(event.target);
  if (event.pointerType === 'mouse') return;
  clearTimeout(timer); // a second finger ends the press of the first
  pressed = null;
  if (!event.isPrimary || !thing || box.contains(thing)) return;
  pressed = { thing, x: event.clientX, y: event.clientY, told: false };
  timer = setTimeout(() => { pressed.told = true; tell(thing, 'read'); }, LONG);
});
document.addEventListener('pointermove', event => {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR) { clearTimeout(timer); pressed = null; }
});
for (const what of ['pointerup', 'pointercancel']) {
  document.addEventListener(what, () => {
    clearTimeout(timer);
    if (pressed?.told) swallow();
    pressed = null;
  });
}
document.addEventListener('contextmenu', event => { if (pressed) event.preventDefault(); });

function swallow() { // the click that the browser makes of a long press: it has been answered
  const stop = event => { event.stopPropagation(); event.preventDefault(); };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 400);
}

// -- a key, and a click on what does nothing else ----------------------------------------------------------------------

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input:not([type=radio]), select, textarea');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 'i') return;
  if (box.matches('.read:popover-open')) { close(); return; }
  const held = document.activeElement, thing = thingAt(held) ?? at ?? held.closest('a')?.querySelector('.chip');
  if (!thing) return;
  event.preventDefault();
  forget();
  tell(thing, 'read');
});

document.addEventListener('click', event => {
  const thing = thingAt(event.target);
  if (!thing || box.contains(thing) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const idle = thing.matches('.chip') ? !thing.closest('button') : !thing.closest('button, a') && !(thing.dataset.name && LIVE?.dataset.table && document.querySelector('.turn'));
  if (!idle) return;
  event.preventDefault();
  tell(thing, 'read');
});
