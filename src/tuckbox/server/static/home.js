// The front page lives: its lists come anew whenever tables are opened, fill, or wait for a move.

import { show } from './morph.js';

const title = document.title;
let wait = 1000;

function connect() {
  const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}/lobby/socket`);
  socket.onmessage = ({ data }) => {
    wait = 1000;
    for (const [name, html] of Object.entries(JSON.parse(data))) show(document.getElementById(`live-${name}`), { html });
    const turns = document.querySelectorAll('#live-mine .mark').length;
    document.title = turns ? `(${turns}) ${title}` : title;
  };
  socket.onclose = () => {
    setTimeout(connect, wait);
    wait = Math.min(30000, wait * 2);
  };
}

connect();
