// Pages that are looked through step by step, without loading: links and keys that lead to other steps of the same page
// change what is shown in place. Replays, reviews and lessons are such.

import { show } from './morph.js';
import { AWAY, tell } from './text.js';

export const root = document.getElementById('live');

let asked = 0, at = location.search; // how many pages have been asked for; the one that is shown

// Of several pages that are asked for at once only the last is shown. What `go` resolves to is false where there was no connection.

/** Show the page of an address in place, or the one a form's `body` leads to; `after` comes with what is at hand when its cards have arrived. */
export async function go(address, { remember = address, after, body } = {}) {
  const number = ++asked;
  const answer = await fetch(address, body ? { method: 'POST', body } : {}).catch(() => null);
  const html = await answer?.text().catch(() => null);
  if (number !== asked) return true;
  if (html == null) { tell(AWAY); return false; }
  if (!answer.ok) { location.href = address; return true; }
  const page = new DOMParser().parseFromString(html, 'text/html').getElementById('live');
  if (!page) { location.href = answer.url; return true; }
  if (remember) history.pushState(null, '', typeof remember === 'function' ? remember(page) : remember);
  at = location.search;
  const shown = show(root, { html: page.innerHTML });
  after?.(false);
  await shown;
  after?.(true);
  return true;
}

/** Let `back` show the page that the browser's buttons lead to; a link to a place on the same page needs nothing. */
export function onReturn(back) {
  addEventListener('popstate', () => { if (location.search !== at || !location.hash) back(); });
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
  onReturn(() => to(location.href, { remember: null }));
}

/** Let keys click what is found by their selectors, and the question mark open the help; Enter is for what has the focus. */
export function keys(ways) {
  document.addEventListener('keydown', event => {
    if (event.target.matches('input:not([type=radio]), select') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented) return; // a table that can be touched has keys of its own
    if (event.key === '?') document.getElementById('help')?.togglePopover();
    if (event.key === 'Enter' && event.target.closest('a, button, summary')) return;
    const way = ways[event.key] && root.querySelector(ways[event.key]);
    if (!way) return;
    event.preventDefault();
    way.click();
  });
}
