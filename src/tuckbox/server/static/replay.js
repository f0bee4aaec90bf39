// A replay: its steps without loading pages, by themselves if one likes, at the speed one likes.

import './share.js';
import { follow, go, keys, root } from './steps.js';

const part = name => document.getElementById(name);
let timer = 0, wanted = null, going = false, speed = part('speed').value;

async function to(step) { // one at a time: of several that are asked for meanwhile only the last is gone to
  wanted = step;
  if (going) return;
  going = true;
  try {
    while (wanted !== null) {
      const address = new URL(location.href);
      address.searchParams.set('step', wanted);
      wanted = null;
      if (!await go(address.href, { remember: address.href, after: settle })) pause();
    }
  } finally { going = false; }
}

function settle() { // what was set by hand stays as it was set, whatever the new page says
  const step = new URLSearchParams(location.search).get('step');
  if (step && part('scrub')) part('scrub').value = step;
  part('speed').value = speed;
  shown();
}

function shown() {
  part('play').textContent = timer ? '❚❚ Pause' : '▶ Play';
  part('play').setAttribute('aria-pressed', Boolean(timer));
}

const after = () => root.querySelector('[data-way=next]')?.href; // where the next step is; a hidden end is told by nothing else

function pause() { clearTimeout(timer); timer = 0; shown(); }

function play() {
  const first = root.querySelector('[data-way=first]'), next = after();
  const step = address => new URL(address).searchParams.get('step');
  if (!next && !timer && first) to(step(first.href));
  else if (timer && next) to(step(next));
  if (timer && !next) { pause(); return; }
  timer = setTimeout(play, Number(speed));
  shown();
}

document.addEventListener('input', ({ target }) => {
  if (target.id === 'scrub') { pause(); to(target.value); }
  if (target.id === 'speed') speed = target.value;
});

document.addEventListener('click', ({ target }) => {
  if (target.closest?.('#play')) { if (timer) pause(); else play(); }
  else if (target.closest?.('.steps a')) pause();
});

follow('a[href^="?step="]', (address, more = {}) => go(address, { ...more, after: settle }));
keys({ ArrowLeft: '[data-way=prev]', ArrowRight: '[data-way=next]', Home: '[data-way=first]', End: '[data-way=last]', p: '#play' });
root.classList.add('scripted');
self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
