// An exercise: an action is the answer, shown in place; then keys lead on.

import { go, keys, root } from './steps.js';
import './share.js';
import { mark } from './things.js';
import { touchable } from './touch.js';

let sent = false;

async function act(action, button) { // once: a double click is one click
  if (sent) return;
  sent = true;
  button.classList.add('sent');
  const body = new URLSearchParams({ action });
  await go(location.pathname, { body, remember: `?${new URLSearchParams({ answered: action })}`, after: arrived });
}

function arrived(done) {
  mark(root);
  if (!done) document.getElementById('verdict')?.focus();
}

mark(root);
touchable(root, act);
keys({ n: '#onward', Enter: '#onward:not(:focus)' });
addEventListener('popstate', () => location.reload());
