// A lesson without loading pages: links between its pages, and actions, change what is shown in place; and the bubble
// goes to what it speaks of. All that is known of the lesson stands in the page.

import { follow, go, keys, root } from './steps.js';
import { overlap, thingsFor } from './things.js';

const part = selector => root.querySelector(selector);

function turn(address, more) { // to another page of the lesson, of which the number is kept; or what is said to an action
  const before = part('#table').dataset.page;
  return go(address, {
    remember: page => `?page=${page.firstElementChild.dataset.page}`, ...more,
    after: arrived => point(!arrived && part('#table').dataset.page !== before),
  });
}

// -- the bubble -------------------------------------------------------------------------------------------------------

function spokenOf() { // what is folded away is spoken of where it can be touched
  const [inner, around] = (part('#bubble').dataset.at || '').split('^');
  const found = inner ? part(inner) : null;
  if (found && !found.checkVisibility()) return thingsFor(root, found.dataset.act)[0] || null;
  return found && around ? found.closest(around) || found : found;
}

const GAP = 14, WIDE = matchMedia('(min-width: 70rem)'); // where the table fills the window

const wanted = () => thingsFor(root, part('#table').dataset.task); // what is to be touched, which has to stay in sight

function point(scroll) { // the bubble beside what it speaks of, where there is room; on a phone it is a row of the dock
  const bubble = part('#bubble'), thing = spokenOf();
  root.querySelectorAll('.spoken').forEach(one => one.classList.toggle('spoken', one === thing));
  thing?.classList.add('spoken');
  bubble.className = '';
  if (!WIDE.matches) { if (scroll) bring(thing); return; }
  if (!thing || thing.closest('.dock')) return;
  bubble.className = 'beside';
  const at = thing.getBoundingClientRect(), { width, height } = bubble.getBoundingClientRect();
  const top = document.getElementById('top').getBoundingClientRect().bottom;
  const low = part('.dock').getBoundingClientRect().top, across = at.x + at.width / 2;
  const x = Math.max(6, Math.min(across - width / 2, innerWidth - width - 6));
  const level = Math.max(top + 4, Math.min(at.y + at.height / 2 - height / 2, low - height - 4));
  const boxes = selector => [...root.querySelectorAll(selector)].map(one => one.getBoundingClientRect());
  const hides = boxes('.felt .card, .felt .space, .felt .door');
  const needs = [...boxes('.mine .cards .card'), ...wanted().map(one => one.getBoundingClientRect())];
  const [best] = [
    ['above', x, at.y - GAP - height], ['under', x, at.bottom + GAP],
    ['right', at.right + GAP, level], ['left', at.x - GAP - width, level],
  ].filter(([, left, y]) => y >= top && y + height <= low && left >= 0 && left + width <= innerWidth)
    .map(([way, left, y]) => [way, left, y, { left, top: y, right: left + width, bottom: y + height }])
    .filter(([, , , there]) => !needs.some(one => overlap(one, there)))
    .map(([way, left, y, there]) => [hides.reduce((sum, one) => sum + overlap(one, there), 0), way, left, y])
    .sort(([a], [b]) => a - b);
  const log = part('aside').getBoundingClientRect();
  const [, way, left, y] = best ?? [0, 'aside', log.left + 6, log.top + 6];
  bubble.classList.add(way);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${y}px`;
  bubble.style.setProperty('--tip', `${Math.max(18, Math.min(across - left, width - 18))}px`);
  bubble.style.setProperty('--side', `${Math.max(18, Math.min(at.y + at.height / 2 - y, height - 18))}px`);
}

function bring(thing) { // what is spoken of, and what is to be touched, into what the dock leaves of the window
  const dock = part('.dock'), asked = part(`.move[data-act="${CSS.escape(part('#table').dataset.task || '')}"]`);
  const middle = one => { const at = one.getBoundingClientRect(); return at.y + at.height / 2; };
  const [touch] = wanted().sort((a, b) => thing ? Math.abs(middle(a) - middle(thing)) - Math.abs(middle(b) - middle(thing)) : 0);
  for (const one of [dock, part('#bar')]) one?.scrollTo(0, 0);
  if (!touch) asked?.scrollIntoView({ block: 'nearest', inline: 'center' });
  if (thing?.matches('.move')) thing.scrollIntoView({ block: 'nearest', inline: 'center' });
  const seen = [thing, touch].filter(one => one && !one.closest('.dock'));
  if (!seen.length) return;
  for (const one of seen) one.scrollIntoView({ block: 'nearest', inline: one === touch ? 'nearest' : 'center' }); // on a wide board
  const { left, height } = dock.getBoundingClientRect(), room = left > 0 ? innerHeight : innerHeight - height;
  const boxes = seen.map(one => one.getBoundingClientRect()), last = boxes.at(-1);
  const top = Math.min(...boxes.map(one => one.top)), low = Math.max(...boxes.map(one => one.bottom));
  const fits = low - top < room - 2 * GAP, first = boxes[0];
  const by = fits ? (top + low - room) / 2 : Math.max(last.bottom + GAP - room, Math.min(first.top - GAP, last.top - GAP));
  scrollBy(0, Math.min(by, part('#felt').getBoundingClientRect().bottom - room)); // what is below the dock need not be seen
}

let waiting = 0;
function soon() { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(() => point(false)); }
for (const what of ['resize', 'scroll', 'fit']) addEventListener(what, soon, { capture: true, passive: true });

// -- what the learner does --------------------------------------------------------------------------------------------

function act(action) { turn(`?${new URLSearchParams({ page: part('#table').dataset.page, try: action })}`); }

function touched(thing) { // what lies there may stand for several moves: then the one that is asked for
  const moves = thing.dataset.moves.split(' ').map(number => part(`[data-n="${number}"]`).dataset.act);
  act(moves.find(move => move === part('#table').dataset.task) || moves[0]);
}

document.addEventListener('click', event => {
  const thing = event.target.closest?.('[data-act], [data-moves]');
  if (thing?.dataset.act) act(thing.dataset.act);
  else if (thing) touched(thing);
});

follow('#bubble a[href^="/learn/"]', turn);
keys({ ArrowLeft: '#lesson-back', ArrowRight: '#lesson-next.main' });
document.fonts.ready.then(() => point(true));
self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
