// Where moves name two squares of a board, one is touched after the other: the first is marked, the second makes the move.

import { tell } from './text.js';

const root = document.getElementById('live');
const version = () => root.querySelector('#table').dataset.version;
const moves = square => square.dataset.moves.split(' ');
const button = move => root.querySelector(`[data-n="${move}"]`);
const name = square => square.dataset.of.split('|')[0];
let first = null, then; // the square that was touched, and at which version of the table
let told = false; // whether it was told how that goes on

function along(one, other) { // the moves between two squares: those from the one to the other, if there are any
  const both = moves(one).filter(move => moves(other).includes(move));
  const onward = both.filter(move => {
    const words = button(move).dataset.act.split(' ');
    return words.indexOf(name(one)) < words.indexOf(name(other));
  });
  return onward.length ? onward : both;
}

function forget() {
  first?.removeAttribute('aria-pressed');
  for (const one of root.querySelectorAll('.space.to')) one.classList.remove('to');
  first = null;
}

function mark(square, others) {
  [first, then] = [square, version()];
  square.setAttribute('aria-pressed', 'true');
  for (const one of others) one.classList.add('to');
}

function explain() { // once
  if (!told) tell('Now touch where it goes, or the same once more for all its moves.', true);
  told = true;
}

function touched(square) { // whether nothing else is to come of it
  const both = first && first !== square ? along(first, square) : [], again = first === square;
  forget();
  if (both.length === 1) { button(both[0]).click(); return true; }
  if (both.length) narrow(square, both);
  if (both.length || again) return false; // the menu of a square has all its moves
  const all = [...root.querySelectorAll('.space.act')].filter(one => one !== square);
  const others = all.filter(one => along(square, one).length), mine = moves(square);
  if (mine.length === 1 || !others.length) return false;
  mark(square, others);
  if (!mine.every(move => others.some(one => moves(one).includes(move)))) return false; // some are only in the menu
  explain();
  return true;
}

function narrow(square, some) { // while it is being touched
  const all = square.dataset.moves;
  square.dataset.moves = some.join(' ');
  setTimeout(() => { square.dataset.moves = all; });
}

document.addEventListener('click', event => {
  const square = event.target.closest?.('#live .space.act');
  if (!square) forget();
  else if (touched(square)) event.stopPropagation();
}, true);
document.addEventListener('keydown', event => { if (event.key === 'Escape') forget(); });
root.addEventListener('morphed', () => { if (first && (!first.isConnected || then !== version())) forget(); });
