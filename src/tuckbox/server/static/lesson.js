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

function spokenOf() {
  const [inner, around] = (part('#bubble').dataset.at || '').split('^');
  const found = inner ? part(inner) : null;
  return found && around ? found.closest(around) || found : found;
}

const GAP = 14;

const wanted = () => thingsFor(root, part('#table').dataset.task); // what is to be touched, which has to stay in sight

function point(scroll) { // beside the thing, where it hides least; below the table where there is no room
  const bubble = part('#bubble'), thing = spokenOf();
  root.querySelectorAll('.spoken').forEach(one => one.classList.toggle('spoken', one === thing));
  thing?.classList.add('spoken');
  bubble.className = '';
  if (!thing || thing.closest('.dock')) return;
  if (scroll) thing.scrollIntoView({ block: 'center', inline: 'center' });
  bubble.className = 'beside';
  const at = thing.getBoundingClientRect(), { width, height } = bubble.getBoundingClientRect();
  const top = Math.max(0, document.getElementById('top').getBoundingClientRect().bottom); // it may be scrolled away
  const low = Math.min(innerHeight, part('.dock').getBoundingClientRect().top), across = at.x + at.width / 2;
  const x = Math.max(6, Math.min(across - width / 2, innerWidth - width - 6));
  const level = Math.max(top + 4, Math.min(at.y + at.height / 2 - height / 2, low - height - 4));
  const hides = [...root.querySelectorAll('.felt .card, .felt .space, .felt .door')].map(one => one.getBoundingClientRect());
  const needs = wanted().map(one => one.getBoundingClientRect());
  const ways = [
    ['above', x, at.y - GAP - height], ['under', x, at.bottom + GAP],
    ['right', at.right + GAP, level], ['left', at.x - GAP - width, level],
  ].filter(([, left, y]) => y >= top && y + height <= low && left >= 0 && left + width <= innerWidth)
    .map(([way, left, y]) => [way, left, y, { left, top: y, right: left + width, bottom: y + height }])
    .filter(([, , , there]) => !needs.length || needs.some(one => !overlap(one, there)))
    .map(([way, left, y, there]) => [[...hides, ...needs].reduce((sum, one) => sum + overlap(one, there), 0), way, left, y])
    .sort(([a], [b]) => a - b);
  if (!ways.length) { stay(thing, scroll); return; }
  const [, way, left, y] = ways[0];
  bubble.classList.add(way);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${y}px`;
  bubble.style.setProperty('--tip', `${Math.max(18, Math.min(across - left, width - 18))}px`);
  bubble.style.setProperty('--side', `${Math.max(18, Math.min(at.y + at.height / 2 - y, height - 18))}px`);
}

function stay(thing, scroll) { // the bubble below the table, and the thing above it in sight
  part('#bubble').className = '';
  const hidden = thing.getBoundingClientRect().bottom + GAP - part('.dock').getBoundingClientRect().top;
  if (scroll && hidden > 0) scrollBy(0, hidden);
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
