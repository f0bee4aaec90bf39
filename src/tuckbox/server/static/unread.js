// Lines of the chat that have come while it lay outside the screen, as on a phone: their number, in the head, and the way to them.

const root = document.getElementById('live'), nav = document.querySelector('#top nav');
const lines = () => [...root.querySelectorAll('#said li:not(.reaction)')].map(line => line.id);
const link = Object.assign(document.createElement('a'), { className: 'tool on', href: '#chat' }), badge = document.createElement('b');
let seen = new Set(lines());
link.append('Chat', badge);

function visible() {
  const { top, bottom } = root.querySelector('.chat .scroll')?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return !document.hidden && top < innerHeight - 40 && bottom > 0;
}

function mark() {
  if (visible()) seen = new Set(lines());
  const count = lines().filter(id => !seen.has(id)).length;
  if (!count) { link.remove(); return; }
  badge.textContent = count;
  link.ariaLabel = `Chat, new lines: ${count}`;
  if (!link.isConnected) nav.prepend(link);
}

root.addEventListener('morphed', mark);
addEventListener('scroll', mark, { capture: true, passive: true });
document.addEventListener('visibilitychange', mark);
