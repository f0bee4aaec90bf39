// Links to share: a button hands its link to whatever the device shares with, or else copies it.

import { tell } from './text.js';

async function hand(link) { // what has happened, in words; nothing where somebody thought better of it
  if (navigator.share) {
    try { await navigator.share({ title: document.title, url: link }); return ''; }
    catch (fault) { if (fault.name === 'AbortError') return ''; }
  }
  try { await navigator.clipboard.writeText(link); return 'The link is copied.'; }
  catch { prompt('Copy this link:', link); return ''; }
}

document.addEventListener('click', async event => {
  const button = event.target.closest?.('[data-share]');
  if (!button) return;
  const link = new URL(button.dataset.share, location.href);
  for (const box of button.parentElement.querySelectorAll('[data-with]:checked')) {
    for (const [name, value] of new URLSearchParams(box.dataset.with)) link.searchParams.set(name, value);
  }
  const told = await hand(link.href);
  if (told) tell(told, true);
});
