// A board that is wider than the screen is scrolled to what matters on it, and fades at an edge beyond which more of it lies.

const root = document.getElementById('live');
const all = (selector, from) => [...from.querySelectorAll(selector)];
const NARROW = matchMedia('(width < 40rem)'), FADE = 32;
const ids = things => things.map(one => one.id);
const scrolled = () => NARROW.matches && root.querySelector('.mine .board, .centre .board:not(.fitting, .small)');
let could = '', stood = []; // what could be touched there, and where the own pieces stood

function reveal() { // what can be touched, else the own piece that has moved
  const board = scrolled();
  if (!board) return;
  const can = all('td:not([colspan]) > .act', board), taken = all('td:not([colspan]) > .taken', board);
  const moved = taken.filter(one => !stood.includes(one.id)), now = String(ids(can));
  if (now !== could || moved.length) centre(board, can.length ? can : moved.slice(-1));
  could = now;
  stood = ids(taken);
  fade();
}

function centre(board, things) { // all of them, or the first where they lie too far apart
  if (!things.length) return;
  const view = board.getBoundingClientRect(), at = things.map(one => one.getBoundingClientRect());
  const left = Math.min(...at.map(one => one.left)), right = Math.max(...at.map(one => one.right));
  const middle = right - left < view.width ? (left + right) / 2 : (at[0].left + at[0].right) / 2;
  board.scrollLeft += middle - (view.left + view.right) / 2;
}

function fade() { // its edge, where more lies beyond it
  const board = scrolled();
  if (!board) return;
  const before = board.scrollLeft, after = board.scrollWidth - board.clientWidth - before;
  board.style.setProperty('--before', `${Math.min(before, FADE)}px`);
  board.style.setProperty('--after', `${Math.min(after, FADE)}px`);
}

root.addEventListener('morphed', reveal); // before pieces go where they lie now
root.addEventListener('scroll', fade, { capture: true, passive: true });
addEventListener('resize', reveal);
reveal();

let room = document.getElementById('room'); // whoever has scrolled down to start the match is to see it from its top
root.addEventListener('morphed', () => {
  if (room && !room.isConnected) scrollTo(0, 0);
  room = document.getElementById('room');
});

const question = () => document.getElementById('status')?.textContent;
let asked = question(); // a bar that has been scrolled shows what is asked next from its top
root.addEventListener('morphed', () => {
  if (question() !== asked) document.getElementById('dock').scrollTop = 0;
  asked = question();
});
