// Pages that are looked through step by step, without loading: links and keys that lead to other steps of the same page
// change what is shown in place. Replays, reviews and lessons are such.

import { show } from './morph.js';

export const root = document.getElementById('live');

/** Show the page of an address in place, or the one a form's `body` leads to; `after` comes with what is at hand when its cards have arrived. */
export async function go(address, { remember = address, after, body } = {}) {
  const answer = await fetch(address, body ? { method: 'POST', body } : {});
  if (!answer.ok) { location.href = address; return; }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live');
  if (remember) history.pushState(null, '', typeof remember === 'function' ? remember(page) : remember);
  const shown = show(root, { html: page.innerHTML });
  after?.(false);
  await shown;
  after?.(true);
}

const plain = event => !event.ctrlKey && !event.metaKey && !event.shiftKey;

/** Follow links of a kind in place, each `to` where it leads. */
export function follow(links, to = go) {
  document.addEventListener('click', event => {
    const link = event.target.closest?.(links);
    if (!link || !root.contains(link) || !plain(event)) return;
    event.preventDefault();
    to(link.href);
  });
  addEventListener('popstate', () => to(location.href, { remember: null }));
}

/** Let keys click what is found by their selectors, and the question mark open the help. */
export function keys(ways) {
  document.addEventListener('keydown', event => {
    if (event.target.matches('input:not([type=radio]), select') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '?') document.getElementById('help')?.togglePopover();
    const way = ways[event.key] && root.querySelector(ways[event.key]);
    if (!way) return;
    event.preventDefault();
    way.click();
  });
}
