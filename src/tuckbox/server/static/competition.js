// A competition lives: people come, rounds begin, matches end. Whose table waits sees it in the title of the page, too.

import { follow } from './follow.js';

const title = document.title;

function shown() {
  document.title = document.querySelector('#next .main') ? `(1) ${title}` : title;
  for (const link of document.querySelectorAll('[data-link]')) link.textContent = new URL(link.dataset.link, location.href).href;
}

document.addEventListener('click', async event => {
  const button = event.target.closest?.('[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    button.textContent = 'Copied';
  } catch { /* then it is copied by hand */ }
});

shown();
follow(`${location.pathname}/socket`, shown);
