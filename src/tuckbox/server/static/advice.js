// The cheat sheet and the hint of a table, shown on top of it: pages of the server, of which the middle is taken.

const box = document.getElementById('advice'), path = location.pathname;

async function ask(what) {
  if (box.matches(':popover-open')) { box.hidePopover(); return; }
  box.textContent = '…';
  box.showPopover();
  const answer = await fetch(`${path}/${what}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  box.replaceChildren(...page.querySelectorAll('h1, #counsel'));
  box.focus();
}

const KEYS = { c: 'sheet', h: 'hint' };

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input:not([type=radio]), select, textarea');
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key.toLowerCase()]) return;
  event.preventDefault();
  ask(KEYS[event.key.toLowerCase()]);
});

document.addEventListener('click', event => {
  const link = event.target.closest?.('[data-ask]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  document.getElementById('help')?.hidePopover();
  ask(link.dataset.ask);
});
