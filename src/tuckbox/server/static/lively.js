// What makes a table lively: what others did is told where they sit, cards are dragged as well as clicked, sounds follow.
// It only looks at the page and clicks what is there, so it knows as little of games as the rest.

import { land } from './morph.js';
import { sound } from './sound.js';
import { reasons } from './text.js';

const root = document.getElementById('live');
const layer = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'told', ariaHidden: 'true' }));
const asked = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'told', role: 'status' }));
const all = (selector, from = root) => [...from.querySelectorAll(selector)];
const table = () => root.firstElementChild;

// -- what others did ---------------------------------------------------------------------------------------------------

const LASTS = 2600, LONGEST = 120;
const LINES = '.log li, #said li';
let heard = new Set(all(LINES).map(line => line.id)), stage = table()?.className;

const weight = line => 8 * Boolean(line.closest('#said')) + 4 * / (calls?|wins?|stops?|plays?|builds?|has built|opens?)\b/.test(line.textContent) +
  2 * Boolean(line.querySelector('.chip'));

function seatOf(text) { // of the longest name that it begins with: "Ann 2 draws" is not about Ann
  const named = all('.seat').map(seat => [seat.querySelector('h2')?.textContent ?? '', seat]);
  return named.sort(([one], [other]) => other.length - one.length).find(([name]) => text.startsWith(`${name} `))?.[1];
}

function tell(line) { // beside the place of whoever did or said it; the log says it to those who listen
  const seat = seatOf(line.textContent);
  if (!seat || seat.matches('.mine')) return false;
  const bubble = document.createElement('p'), words = line.matches('#said :not(.reaction)'), lasts = words ? 2 * LASTS : LASTS;
  if (words && line.getBoundingClientRect().top < innerHeight) return false; // it is read in the chat, but on a phone
  bubble.className = words ? 'bubble words' : 'bubble';
  bubble.dataset.seat = seat.id;
  bubble.append(...line.querySelector('a, span').cloneNode(true).childNodes);
  if (words && bubble.textContent.length > LONGEST) bubble.textContent = `${bubble.textContent.slice(0, LONGEST)}…`;
  bubble.dataset.weight = weight(line);
  for (const old of all(`[data-seat="${seat.id}"]`, layer)) { // what matters is not wiped out by what does not
    if (Number(old.dataset.weight) > weight(line)) return true;
    old.remove();
  }
  layer.append(bubble);
  beside(bubble);
  setTimeout(() => bubble.remove(), lasts);
  return true;
}

function beside(bubble) { // below its seat, or wherever nothing is covered; else at the top
  const seat = document.getElementById(bubble.dataset.seat);
  if (!seat) return;
  bubble.style.maxWidth = '';
  bubble.classList.remove('apart');
  const { left, right, top, bottom } = seat.getBoundingClientRect();
  const wide = bubble.offsetWidth, high = bubble.offsetHeight, x = (left + right - wide) / 2, y = (top + bottom - high) / 2;
  const spots = [[x, bottom - 8], [right + 4, y], [left - wide - 4, y], [x, top - high - 4], [x, bottom - high - 4]];
  const others = all('#top, .headline, .centre > *, .seat, .dock', document).filter(one => one !== seat).map(one => one.getBoundingClientRect());
  const free = ([at, to]) => !others.some(one => at < one.right && at + wide > one.left && to < one.bottom && to + high > one.top);
  const found = spots.map(([at, to]) => [within(at, innerWidth - wide), within(to, innerHeight - high)]).find(free) ?? atTop(bubble, (left + right) / 2);
  bubble.style.left = `${found[0]}px`;
  bubble.style.top = `${found[1]}px`;
  bubble.classList.toggle('apart', found[1] < bottom - 8);
}

const within = (at, room) => Math.max(6, Math.min(at, room - 6));

function atTop(bubble, middle) { // below what was told there before, and beside Help unless it would be much narrower there
  bubble.classList.add('apart');
  const told = [...layer.children], before = told.slice(0, told.indexOf(bubble)).filter(one => one.matches('.apart'));
  const to = Math.max(0, ...before.map(one => one.offsetTop + one.offsetHeight)) + 4, aids = document.querySelector('#top nav').getBoundingClientRect();
  const right = aids.bottom > to && aids.left > bubble.offsetWidth / 2 ? aids.left : innerWidth;
  bubble.style.maxWidth = `min(18rem, 80vw, ${right - 12}px)`;
  return [within(middle - bubble.offsetWidth / 2, right - bubble.offsetWidth), to];
}

function notice() {
  const lines = all(LINES), fresh = lines.filter(line => !heard.has(line.id)).slice(-4);
  heard = new Set(lines.map(line => line.id));
  all('.bubble', layer).forEach(beside); // the table may lie otherwise now, and the bar be higher
  const told = fresh.filter(tell), now = table()?.className ?? '', came = word => now.includes(word) && !stage?.includes(word);
  if (came('stage-finished')) {
    sound('finish');
    if (document.querySelector('.result.won')) import('./feast.js').then(late => late.feast(), () => {});
  }
  else if (came('asking') || fresh.some(line => !line.closest('#said') && / calls?\b/.test(line.textContent))) sound('call');
  else if (told.length) sound('card');
  stage = now;
}

// -- why not -----------------------------------------------------------------------------------------------------------

async function why(card) { // cards, piles and squares that can do nothing now say why; the reasons are those of the rules
  const told = await reasons(card);
  if (!told) return;
  const at = card.getBoundingClientRect(), bubble = document.createElement('p');
  bubble.className = 'bubble why';
  bubble.textContent = told;
  asked.replaceChildren(bubble);
  bubble.style.left = `${Math.max(6, Math.min(at.x + at.width / 2 - bubble.offsetWidth / 2, innerWidth - bubble.offsetWidth - 6))}px`;
  bubble.style.top = `${Math.max(6, at.y - bubble.offsetHeight - 10)}px`;
  setTimeout(() => bubble.remove(), 2 * LASTS);
}

document.addEventListener('click', event => {
  const card = event.target.closest?.('.felt [data-name]:not(.act)');
  if (card && table()?.classList.contains('turn')) why(card);
});

for (const what of ['resize', 'fit']) addEventListener(what, () => all('.bubble', layer).forEach(beside));

let due = false;
new MutationObserver(() => {
  if (due) return;
  due = true;
  queueMicrotask(() => { due = false; notice(); });
}).observe(root, { childList: true, subtree: true, attributeFilter: ['class'] });

document.addEventListener('pointerdown', land, true); // whoever goes on need not wait for cards that travel
document.addEventListener('visibilitychange', land); // on a page that is hidden nothing travels on, and what comes next would wait

// -- dragging ----------------------------------------------------------------------------------------------------------

const FAR = 8, NEAR = 30;
let held = null; // the card under the finger, and from where

const moves = thing => thing.dataset.moves?.split(' ') ?? [];
const shared = (one, other) => moves(one).filter(number => moves(other).includes(number));

function lift() {
  held.far = true;
  held.card.classList.add('lifted');
  for (const one of all('[data-moves]')) if (one !== held.card && shared(one, held.card).length) one.classList.add('drop');
}

function drop(card, x, y) { // where it goes, or anywhere off its place: that is a click
  const under = document.elementFromPoint(x, y), target = under?.closest('[data-moves]');
  const both = target && target !== card ? shared(target, card) : [];
  if (both.length === 1) return root.querySelector(`[data-n="${both[0]}"]`);
  const home = card.closest('.cards, .pile')?.getBoundingClientRect();
  const away = home && (x < home.left - NEAR || x > home.right + NEAR || y < home.top - NEAR || y > home.bottom + NEAR);
  return both.length || (away && root.contains(under)) ? card : null;
}

function lay(card) { // what was lifted lies again, and nothing waits for it any more
  card.classList.remove('lifted');
  for (const one of all('.drop')) one.classList.remove('drop');
}

function settle(card) {
  const back = card.animate([{ translate: card.style.translate }, { translate: '0 0' }], { duration: 180, easing: 'ease-out' });
  back.id = 'travel';
  card.style.translate = '';
}

document.addEventListener('pointerdown', event => {
  const card = event.target.closest?.('.card.act');
  if (card && root.contains(card) && event.isPrimary && !event.button) held = { card, x: event.clientX, y: event.clientY };
});

document.addEventListener('pointermove', event => {
  if (!held || !event.isPrimary) return;
  const x = event.clientX - held.x, y = event.clientY - held.y;
  if (!held.far && Math.hypot(x, y) > FAR) lift();
  if (held.far) held.card.style.translate = `${x}px ${y}px`;
});

document.addEventListener('pointerup', event => {
  if (!event.isPrimary) return; // another finger than the one that holds the card
  if (!held?.far) { held = null; return; }
  const { card } = held, goes = card.isConnected ? drop(card, event.clientX, event.clientY) : null;
  held = null;
  addEventListener('click', stop => { stop.stopPropagation(); stop.preventDefault(); }, { capture: true, once: true });
  setTimeout(() => { // after the click that the browser makes of it
    dispatchEvent(new Event('click'));
    lay(card);
    goes?.click();
    if (!goes || document.querySelector('#menu:popover-open')) settle(card);
    else setTimeout(() => { if (card.isConnected && card.style.translate) settle(card); }, 1200); // it was refused
  });
});

document.addEventListener('pointercancel', event => {
  if (!event.isPrimary) return;
  if (held?.far) { lay(held.card); settle(held.card); }
  held = null;
});

document.addEventListener('dragstart', event => event.preventDefault());
