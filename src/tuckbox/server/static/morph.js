// Turns the page that is there into the page that came, keeping what has an id, and lets cards travel to where they lie now.
// Elements are known by their ids; whatever has none is matched by its place. Nothing here knows a game.

const still = matchMedia('(prefers-reduced-motion: reduce)');
const TOUCHABLE = '.act, .move, .pass, .order, summary, input, a[href]';
let pool = new Map(); // the elements with an id that have not found their place in the new page yet

function syncAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (fresh.id === old.id) for (const { name } of [...old.attributes]) // else it has those alone that change
    if (!fresh.hasAttribute(name) && name !== 'open') old.removeAttribute(name); // details that somebody has opened stay so
}

function sync(old, fresh) {
  syncAttributes(old, fresh);
  if (!fresh.dataset.until && !fresh.dataset.link) syncChildren(old, fresh); // the client writes countdowns and links
}

function partner(fresh, at) {
  const old = fresh.id ? pool.get(fresh.id) : at && !at.id ? at : null;
  return old && old.nodeName === fresh.nodeName ? old : null;
}

function syncChildren(parent, wanted, at = parent.firstChild, end = null) { // all children, or those before an end
  const leave = () => { const left = at; at = at.nextSibling; left.remove(); }, stay = new Set([...wanted.children].map(one => one.id));
  for (let fresh = wanted.firstChild, next; fresh; fresh = next) {
    next = fresh.nextSibling;
    while (at !== end && at?.id && !stay.has(at.id)) leave(); // what has come after it need not move: that would be read out
    const old = partner(fresh, at === end ? null : at);
    if (!old) { parent.insertBefore(fresh, at); continue; }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at); // not moveBefore: it would keep focus and animations, but crashes Chromium 156
    if (old.nodeType !== Node.ELEMENT_NODE) { if (old.data !== fresh.data) old.data = fresh.data; }
    else if (!old.isEqualNode(fresh)) sync(old, fresh);
    pool.delete(old.id);
  }
  while (at && at !== end) leave();
}

function made(html, within) { // what is to come within a drawing is read as a drawing
  const template = document.createElement('template'), drawn = within instanceof SVGElement;
  template.innerHTML = drawn ? `<svg>${html}</svg>` : html;
  return drawn ? template.content.firstChild : template.content;
}

function morph(root, { html, parts = {}, rows = {}, tags = {} }) {
  pool = new Map([...root.querySelectorAll('[id]')].map(element => [element.id, element]));
  if (html !== undefined) { syncChildren(root, made(html)); return; }
  const named = id => root.querySelector(`#${CSS.escape(id)}`);
  const edited = Object.entries(rows).flatMap(([id, edits]) => { // found before anything moves
    const list = named(id), old = [...list.children];
    return edits.map(([at, gone, come]) => [list, old.slice(at, at + gone), old[at + gone] || null, come]);
  });
  const changed = Object.entries(parts).map(([id, part]) => [named(id), made(part).firstChild]);
  for (const [old] of changed) pool.delete(old.id); // whatever happens within others, these stay where they are
  for (const [list, gone, end, come] of edited) syncChildren(list, made(come, list), gone.find(row => row.parentNode === list) || end, end);
  for (const [old, fresh] of changed) if (old.nodeName === fresh.nodeName) sync(old, fresh); else old.replaceWith(fresh);
  for (const [id, tag] of Object.entries(tags)) {
    const old = named(id), fresh = made(tag, old).firstChild;
    if (!fresh.id || old.nodeName === fresh.nodeName) syncAttributes(old, fresh);
    else { fresh.append(...old.childNodes); old.replaceWith(fresh); } // text becomes a button: what is in it stays
  }
}

// -- focus ------------------------------------------------------------------------------------------------------------

let lost = -1; // where the focus was before nothing could be touched any more

function keepFocus(root, change) {
  const held = document.activeElement, inside = root.contains(held);
  const waiting = held.matches('.dock') && lost >= 0;
  const slot = waiting ? lost : [...root.querySelectorAll(TOUCHABLE)].indexOf(held);
  const onTable = waiting || held.matches('.act, .move, .pass, .undo, .main');
  const asked = root.querySelector('.pass');
  change();
  const pass = onTable && !asked && root.querySelector('.pass');
  if (pass) { pass.focus({ preventScroll: true }); lost = -1; return; } // a new question: Space is to pass, whatever was held
  if (!inside || (held.isConnected && document.activeElement === held && !waiting)) return;
  const live = onTable ? [...root.querySelectorAll('.act, .move, .pass, .main')] : [];
  const same = held.id && held.id !== 'dock' ? root.querySelector(`#${CSS.escape(held.id)}`) : null;
  const after = live.find(one => [...root.querySelectorAll(TOUCHABLE)].indexOf(one) >= slot);
  for (const one of [same, after, live[0], root.querySelector('.dock')]) { // not what is read out in it: that would be said twice
    one?.focus({ preventScroll: true });
    if (one && document.activeElement === one) break;
  }
  lost = document.activeElement.matches('.dock') && onTable ? slot : -1;
}

// -- cards that travel ------------------------------------------------------------------------------------------------

const name = piece => piece.id || `${piece.dataset.piece}@${piece.closest('[id]')?.id}`;
const pieces = root => [...root.querySelectorAll('.card[id]:not(.below), .token')];

const HANDS = ['.card.sent', '.seat.active .back', '.seat.active .parts', '.seat.active'];

function places(root) {
  const table = root.firstElementChild;
  const at = selector => root.querySelector(selector)?.getBoundingClientRect();
  return {
    of: new Map(pieces(root).map(piece => [name(piece), [piece.getBoundingClientRect(), piece.dataset.piece]])),
    under: new Set([...root.querySelectorAll('.below')].map(card => card.id)),
    deck: table?.dataset.deck ? at(`#${table.dataset.deck} .pile`) : null,
    active: HANDS.map(at).find(Boolean), // where whoever plays has their cards
  };
}

function origin(piece, was) {
  const known = was.of.get(name(piece));
  if (known) { was.of.delete(name(piece)); return known[0]; }
  if (was.under.has(piece.id)) return null;
  if (piece.dataset.piece) { // a piece without a name: one like it has left its place
    const [key, left] = [...was.of].find(([, [, kind]]) => kind === piece.dataset.piece) || [];
    was.of.delete(key);
    return left?.[0];
  }
  if (!piece.closest('.seat')) return was.active;
  const drawn = piece.matches('.back, .fresh') || !was.active; // all else that comes to a seat has been played there
  return was.deck && (drawn ? was.deck : was.active);
}

/** Let cards that are on their way be where they go. */
export function land() {
  for (const one of document.getAnimations()) if (one.id === 'travel') one.finish();
}

function travel([piece, from, to]) {
  if (!from || !to.width || (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1)) return null;
  const size = Math.min(1.6, Math.max(0.4, piece.closest('.pile, .cards') ? from.width / to.width : 1));
  const x = from.x - to.x, y = from.y - to.y, far = Math.hypot(x, y), over = Math.min(40, far / 8);
  const at = (transform, offset) => ({ transform, offset, transformOrigin: '0 0', zIndex: 4 });
  const steps = [ // in a low arc, the further the longer
    at(`translate(${x}px, ${y}px) scale(${size})`, 0),
    at(`translate(${x * 0.35}px, ${y * 0.35 - over}px) scale(${1 + (size - 1) * 0.35 + 0.05})`, 0.6),
    at('none', 1),
  ];
  const moving = piece.animate(steps, { duration: Math.min(400, 160 + far / 3), easing: 'cubic-bezier(.3,.7,.3,1)' });
  moving.id = 'travel';
  return moving.finished.catch(() => {});
}

/**
 * Show a new page in `root`: its whole `html`, or what changes in the one that is there. `parts` are elements by their ids,
 * `tags` stand for names and attributes of elements, `rows` lists of [how many stay, how many go, what comes in their place].
 * Resolves when the cards have arrived, at once if that is `hasty`. Input is never blocked meanwhile.
 */
export async function show(root, frame, hasty = false) {
  const motion = document.documentElement.dataset.motion !== 'off' && !still.matches && !document.hidden;
  const was = hasty || !motion || !root.firstElementChild ? null : places(root);
  land(); // what is still on its way goes on from where it has been seen
  keepFocus(root, () => morph(root, frame));
  root.dispatchEvent(new Event('morphed')); // for what settles where cards lie, before they go there
  if (!was) return;
  const now = pieces(root), known = now.filter(piece => was.of.has(name(piece)));
  const starts = [...known, ...now.filter(piece => !known.includes(piece))];
  const ways = starts.map(piece => [piece, origin(piece, was), piece.getBoundingClientRect()]); // all, before anything moves
  await Promise.all(ways.map(travel));
}
