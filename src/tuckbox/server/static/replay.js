// A replay without loading pages: the links to other states, and the arrow keys, change what is shown in place.

import { show } from './morph.js';

const root = document.getElementById('live');

async function go(address, remember = true) {
  const answer = await fetch(address);
  if (!answer.ok) { location.href = address; return; }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (remember) history.pushState(null, '', address);
  await show(root, { html: page.getElementById('live').innerHTML });
}

document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href^="?step="]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(new URL(link.getAttribute('href'), location.href));
});

const KEYS = { ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'last' };

document.addEventListener('keydown', event => {
  if (event.target.matches('input:not([type=radio]), select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') document.getElementById('help')?.togglePopover();
  const way = KEYS[event.key] && root.querySelector(`[data-way=${KEYS[event.key]}]`);
  if (!way) return;
  event.preventDefault();
  way.click();
});

addEventListener('popstate', () => go(location.href, false));
