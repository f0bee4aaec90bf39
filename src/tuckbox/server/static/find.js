// Waits until somebody is found to play with: asks once a second, and goes to the table.

import { AWAY, write } from './text.js';

const main = document.getElementById('main'), told = document.getElementById('waiting'), bots = document.getElementById('bots');
const since = Date.now();

async function look() {
  try {
    const answer = await fetch('/find/news', { method: 'POST' });
    const { table, waiting, over } = await answer.json();
    if (table) { location.replace(`/tables/${table}`); return; }
    if (over) { location.replace('/find'); return; }
    write(told, waiting > 1 ? `${waiting} people are looking, you among them.` : 'Nobody else is looking just now.');
  } catch { write(told, `${AWAY} It is being tried again.`); }
  if (Date.now() - since > main.dataset.patience * 1000) bots.hidden = false;
  setTimeout(look, 1000);
}

look();
