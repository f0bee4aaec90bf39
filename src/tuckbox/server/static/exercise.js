// An exercise: an action is the answer, shown in place; then keys lead on.

import { go, keys, onReturn, root } from './steps.js';
import './share.js';
import './squares.js';
import { mark } from './things.js';
import { touchable } from './touch.js';

let sent = false;

async function act(action, button) { // once: a double click is one click
  if (sent) return;
  sent = true;
  button.classList.add('sent');
  const body = new URLSearchParams({ action });
  sent = await go(location.pathname, { body, remember: `?${new URLSearchParams({ answered: action })}`, after: arrived });
  if (!sent) button.classList.remove('sent');
}

function arrived(done) {
  mark(root);
  if (!done) document.getElementById('verdict')?.focus();
}

mark(root);
touchable(root, act);
keys({ n: '#onward', Enter: '#onward' });
onReturn(() => location.reload());
self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
