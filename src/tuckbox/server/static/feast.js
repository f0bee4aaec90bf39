// Paper that rains for whoever has won; loaded when somebody has.

const SHEET = 'position: fixed; inset: 0; overflow: hidden; pointer-events: none; z-index: 8';
const PIECE = 'position: absolute; top: -1rem; width: .55rem; height: .9rem; background: var(--seat, #f2b632); border-radius: 1px';
const LASTS = 2600;

/** Let it rain, but not where nothing is to move. */
export function feast() {
  if (document.documentElement.dataset.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const paper = Object.assign(document.createElement('div'), { className: 'feast', ariaHidden: 'true', style: SHEET });
  document.body.append(paper);
  for (let at = 0; at < 40; at++) {
    const piece = paper.appendChild(document.createElement('i')), turn = Math.random() * 4 - 2, delay = Math.random() * 1000;
    piece.className = `seat${at % 6}`;
    piece.style = `${PIECE}; left: ${Math.random() * 100}%`;
    const fallen = { translate: '0 104dvh', rotate: `x ${turn}turn`, opacity: 0.7 };
    piece.animate([{}, fallen], { duration: LASTS / (0.6 + Math.random()), delay, easing: 'cubic-bezier(.3, .1, .7, 1)', fill: 'both' });
  }
  setTimeout(() => paper.remove(), 2.1 * LASTS);
}
