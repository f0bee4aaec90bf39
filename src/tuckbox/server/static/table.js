// A table in the browser: shows what the server sends, sends what is touched. No rules live here and nothing hidden arrives.

import './art.js';
import './fit.js';
import { show } from './morph.js';
import { sound } from './sound.js';
import { AWAY, tell, write } from './text.js';
import { touchable } from './touch.js';
import './lively.js';

const root = document.getElementById('live'), menu = document.getElementById('menu');
const title = document.title, skew = root.dataset.now - Date.now() / 1000;
const table = () => root.firstElementChild;
const version = () => Number(table().dataset.version);
const all = (selector, from = root) => [...from.querySelectorAll(selector)];
let socket, wait = 500, timer, overdue, hurried, sent = -1, turn = table().classList.contains('turn');

// -- showing ----------------------------------------------------------------------------------------------------------

const beats = []; // what is still to be shown; one after the other, but nobody waits for more than three
let showing = false, number = 0; // of the last frame that came: each changes what the one before it has made

async function play() {
  if (showing) return;
  showing = true;
  await globalThis.drawings; // of what comes now there may be none in the page yet
  try {
    while (beats.length) await beat(beats.shift());
  } catch (fault) { // what is here is not what the server takes it for: begin anew with the whole page
    console.error(fault);
    beats.length = 0;
    socket.close();
  }
  showing = false;
}

async function beat(frame) {
  const before = version(), hasty = beats.length > 2 || document.hidden;
  const arrived = show(root, frame, hasty);
  if (version() !== before) { unsend(); menu.hidePopover(); }
  announce();
  contribute();
  tick();
  if (again) root.querySelector('[data-rematch]')?.click();
  if (hasty) return;
  if (beats.length) await arrived;
  await painted(); // whoever has moved sees it before what others answer is looked at
}

const painted = () => new Promise(done => { // or, where nothing is painted just now, soon
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 100);
});

function announce() {
  const mine = table().classList.contains('turn');
  document.title = (mine ? '▶ ' : '') + title;
  if (mine && !turn) sound('turn');
  turn = mine;
}

function tick() {
  const now = Date.now() / 1000 + skew;
  for (const link of all('[data-link]')) write(link, new URL(link.dataset.link, location.href).href);
  for (const clock of all('[data-until]')) {
    const left = Math.max(0, Math.ceil(clock.dataset.until - now));
    const [days, hours, minutes] = [left / 86400, (left % 86400) / 3600, left / 60].map(Math.floor);
    write(clock, days ? `${days} d ${hours} h` : `${minutes}:${String(left % 60).padStart(2, '0')}`);
    clock.classList.toggle('late', left < 10);
  }
  const hurry = root.querySelector('.turn .late');
  if (hurry && !hurried) sound('hurry');
  hurried = hurry;
}

// -- the socket -------------------------------------------------------------------------------------------------------

function open() {
  clearTimeout(timer);
  const address = new URL(`/tables/${root.dataset.table}/socket${location.search}`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  socket = new WebSocket(address);
  socket.onopen = () => { wait = 500; number = 0; added = false; connected(true); contribute(); arrive(); };
  socket.onmessage = ({ data }) => {
    connected(true);
    const frame = JSON.parse(data);
    if (frame.error) { unsend(); tell(frame.message); }
    else if (frame.n !== ++number) socket.close(); // something is missing: the next connection begins with the whole page
    else if (renewed(frame)) location.reload();
    else { beats.push(frame); play(); }
  };
  socket.onclose = () => {
    sent = -1;
    clearTimeout(overdue);
    connected(false);
    timer = setTimeout(open, wait * (0.7 + Math.random() * 0.6)); // not all at once when a server comes back
    wait = Math.min(wait * 2, 5000);
  };
}

const line = document.getElementById('line');
function connected(yes) {
  if (yes && line.textContent) { tell('Connected again.', true); late(); } // it may not have come before
  write(line, yes ? '' : 'Connecting again …');
}
addEventListener('offline', () => connected(false)); // long before the socket knows
addEventListener('online', () => socket.readyState === WebSocket.CLOSED ? open() : connected(socket.readyState === WebSocket.OPEN));

const RENEWED = 'tuckbox.renewed', SELDOM = 30e3;
function renewed({ assets }) { // the server has other scripts than this page; while two versions take turns, not over and over
  if (!assets || assets === root.dataset.assets || Date.now() - sessionStorage[RENEWED] < SELDOM) return false;
  sessionStorage[RENEWED] = Date.now();
  return true;
}

function send(command) {
  const line = JSON.stringify(command), to = socket;
  if (to.readyState === WebSocket.OPEN) to.send(line);
  else if (to.readyState === WebSocket.CONNECTING) to.addEventListener('open', () => to.send(line)); // a page just opened
  else { tell(`${AWAY} It is being tried again.`); return false; }
  return true;
}

function arrive() { // somebody who has just given a name, to sit down; or who wants to play bots, to start
  const [wanted, word, seat] = /^#(sit|start)(\d?)$/.exec(location.hash) ?? [];
  if (!wanted) return;
  history.replaceState(null, '', location.pathname + location.search);
  (root.querySelector(`[data-do='{"do": "sit", "seat": ${seat}}']`) ?? root.querySelector(`[data-do*='"${word}"']`))?.click();
}

function unsend() { // what was sent has been answered
  sent = -1;
  clearTimeout(overdue);
  all('.sent', document).forEach(one => one.classList.remove('sent'));
}

const salt = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

let added = false; // whether this page has added to the deal since it was connected
function contribute() { // to the deal, before the match: the page knows the seal, so the server can choose nothing any more
  const seat = root.querySelector('[data-unsalted]')?.dataset.unsalted;
  if (seat === undefined || added) return;
  added = true;
  send({ do: 'sit', seat: Number(seat), salt: salt() });
}

// -- touching ---------------------------------------------------------------------------------------------------------

const PATIENCE = 4000; // milliseconds without an answer

function act(action, button) { // once for a version: a double click is one click
  if (sent === version() || !send({ do: 'act', version: version(), action })) return;
  sent = version();
  overdue = setTimeout(() => { // a dead line takes a minute to close: nobody waits for that
    tell(AWAY);
    socket.onclose();
    socket.onclose = socket.onmessage = null;
    socket.close();
  }, PATIENCE);
  button.classList.add('sent');
}

let again = false; // whether a rematch was asked for here: then it is followed
function order(command) {
  const name = document.querySelector('#welcome input');
  if (name && command.do === 'sit') { // who sits down has a name, and then has this seat
    const { back } = name.form.elements;
    back.value = back.value.replace(/#.*|$/, `#sit${command.seat}`);
    name.focus();
    return;
  }
  if (['undo', 'takeback', 'next'].includes(command.do)) command.version = version();
  if (command.do === 'sit') command.salt = salt();
  again ||= command.do === 'rematch';
  send(command);
}

document.addEventListener('click', event => {
  const button = event.target.closest?.('button');
  if (!button) return;
  if (button.dataset.do) order(JSON.parse(button.dataset.do));
  else if (button.dataset.share && !shares) sharing().then(() => button.click(), () => tell(AWAY));
  else if (button.dataset.away) { document.getElementById(button.dataset.away).remove(); document.getElementById('status').focus(); }
});

document.addEventListener('submit', event => {
  if (event.target.id !== 'say') return;
  event.preventDefault();
  const line = event.target.elements.text;
  if (line.value.trim() && send({ do: 'chat', text: line.value.trim() })) line.value = '';
});

touchable(root, act);

// -- advice, loaded when somebody asks for it -------------------------------------------------------------------------

const advise = what => import('./advice.js').then(advice => advice.ask(what), () => tell(AWAY));

document.addEventListener('keydown', event => {
  const held = event.target, typing = held.matches('input:not([type=radio]), select');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const what = { c: 'sheet', h: 'hint' }[event.key.toLowerCase()];
  if (!what) return;
  event.preventDefault();
  advise(what);
});

document.addEventListener('click', event => {
  const link = event.target.closest?.('[data-ask]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  document.getElementById('help')?.hidePopover();
  advise(link.dataset.ask);
});

// -- coming back ------------------------------------------------------------------------------------------------------

const AWHILE = 120e3;
let left; // when the page was left, and at which step
async function comeBack() { // after a while: what has happened meanwhile, above the table
  if (!left || Date.now() - left.at < AWHILE || root.querySelector('.past')) return;
  const answer = await fetch(`/tables/${root.dataset.table}/since?step=${left.step}`).catch(() => null), news = answer?.ok && await answer.text();
  if (news) document.getElementById('above').innerHTML = news; // who has no seat has no news, and may be asked for a name there
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) { left = { at: Date.now(), step: table().dataset.step }; return; }
  navigator.clearAppBadge?.();
  if (socket.readyState === WebSocket.CLOSED) open();
  comeBack();
});
navigator.clearAppBadge?.(); // set by a message that came while no page was open
document.body.classList.toggle('local', ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname));
setInterval(tick, 500);
announce();
tick();
open();

let shares; // whether share.js is there, and listens
const sharing = () => import('./share.js').then(() => { shares = true; });
const late = () => [sharing(), import('./late.js')].forEach(one => one.catch(() => {})); // nobody needs them for a move
addEventListener('load', late);

self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
