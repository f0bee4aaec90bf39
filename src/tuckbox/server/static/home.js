// The front page lives: its lists come anew whenever tables are opened, fill, or wait for a move.

import { follow } from './follow.js';

const title = document.title;
navigator.clearAppBadge?.();

follow('/lobby/socket', () => {
  const turns = document.querySelectorAll('#live-mine .mark').length;
  document.title = turns ? `(${turns}) ${title}` : title;
});
