// Things on a table that stand for an action, and whether one box lies over another.

/** The things that are touched for an action. */
export function thingsFor(root, action) {
  const move = root.querySelector(`.move[data-act="${CSS.escape(action || '')}"]`);
  return move ? [...root.querySelectorAll('[data-moves]')].filter(one => one.dataset.moves.split(' ').includes(move.dataset.n)) : [];
}

/** Mark on the table what was played with, and what it would have been better to play with, as a verdict says it. */
export function mark(root) {
  const verdict = document.getElementById('verdict');
  for (const way of ['played', 'better']) {
    const action = verdict?.dataset[way] ?? '', words = action.split(' ').slice(1);
    for (const thing of root.querySelectorAll('.felt [data-name]')) {
      const names = thing.dataset.name.split('|');
      thing.classList.toggle(`was-${way}`, names.includes(action) || words.some(word => names.includes(word)));
    }
  }
}

/** The area that two boxes share. */
export const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
