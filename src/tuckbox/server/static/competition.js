// A competition lives: people come, rounds begin, matches end. Whose table waits sees it in the title of the page, too.

import { follow } from './follow.js';
import './share.js';
import { write } from './text.js';

const title = document.title;

function shown() {
  document.title = document.querySelector('#next .main') ? `(1) ${title}` : title;
  for (const link of document.querySelectorAll('[data-link]')) write(link, new URL(link.dataset.link, location.href).href);
}

shown();
follow(`${location.pathname}/socket`, shown);
self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
