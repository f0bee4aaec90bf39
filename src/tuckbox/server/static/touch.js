// Touching a table: by pointer, and by keys that lead from thing to thing. What is touched for several moves asks which.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Let things below `root` be touched; `act` is told the action, and what stood for it. */
export function touchable(root, act) {
  const menu = document.getElementById('menu');
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];

  function touch(thing) {
    const moves = thing.dataset.moves.split(' ').map(number => root.querySelector(`[data-n="${number}"]`));
    if (moves.length === 1) act(moves[0].dataset.act, thing);
    else choose(thing, moves);
  }

  function choose(thing, moves) {
    menu.replaceChildren(...moves.map(move => move.cloneNode(true)));
    menu.showPopover();
    const at = thing.getBoundingClientRect(), own = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(at.x + at.width / 2 - own.width / 2, innerWidth - own.width - 4))}px`;
    menu.style.top = `${Math.max(4, at.y - own.height - 8)}px`;
    menu.firstElementChild.focus();
    menu.ontoggle = event => { if (event.newState === 'closed' && (document.activeElement === document.body || menu.contains(document.activeElement))) (thing.isConnected ? thing : document.getElementById('status')).focus(); };
  }

  addEventListener('resize', () => menu.hidePopover()); // what it stands beside is elsewhere now

  document.addEventListener('click', event => {
    const button = event.target.closest?.('button');
    if (button?.dataset.act) { act(button.dataset.act, button); if (menu.contains(button)) menu.hidePopover(); }
    else if (button?.dataset.moves) touch(button);
  });

  function step([dx, dy]) { // to the nearest thing that lies that way
    const menuOpen = menu.matches(':popover-open');
    const things = all('.act, .move, .pass, .undo, .takeback .order', menuOpen ? menu : root).filter(thing => thing.checkVisibility());
    const held = document.activeElement, here = held.getBoundingClientRect();
    if (!things.includes(held)) return things[0]?.focus();
    const distance = thing => {
      const there = thing.getBoundingClientRect();
      const x = there.x + there.width / 2 - here.x - here.width / 2, y = there.y + there.height / 2 - here.y - here.height / 2;
      const along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
      return along > 2 ? along + 3 * across : Infinity;
    };
    const near = things.map(thing => [distance(thing), thing]).sort(([a], [b]) => a - b)[0];
    if (near[0] < Infinity) near[1].focus();
  }

  const KEYS = {
    ' ': () => root.querySelector('.pass')?.click(),
    u: () => root.querySelector('.undo')?.click(),
    r: () => root.querySelector('.reaction.order')?.focus(),
    '?': () => document.getElementById('help')?.togglePopover(),
  };

  document.addEventListener('keydown', event => {
    const held = event.target, typing = held.matches('input:not([type=radio]), select');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = event.key === ' ' && held.matches('button, summary, a, input');
    const card = '123456789'.indexOf(event.key);
    if (card >= 0 && !document.querySelector(':popover-open')) all('.seat.mine .cards .card')[card]?.click();
    else if (WAYS[event.key] && !held.matches('input, .scroll') && !held.closest('[popover]:not(#menu)')) step(WAYS[event.key]);
    else if (KEYS[event.key.toLowerCase()] && !onButton) KEYS[event.key.toLowerCase()]();
    else return;
    event.preventDefault();
  });
}
