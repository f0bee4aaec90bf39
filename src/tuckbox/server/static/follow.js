// Pages that live: a socket sends parts of them anew whenever they change, each for the element `live-NAME`.

import { show } from './morph.js';

export function follow(path, shown = () => {}) {
  let wait = 1000;
  function connect() {
    const socket = new WebSocket(`${location.protocol.replace('http', 'ws')}//${location.host}${path}`);
    socket.onmessage = ({ data }) => {
      wait = 1000;
      for (const [name, html] of Object.entries(JSON.parse(data))) show(document.getElementById(`live-${name}`), { html });
      shown();
    };
    socket.onclose = () => {
      setTimeout(connect, wait * (0.7 + Math.random() * 0.6)); // not all at once when a server comes back
      wait = Math.min(wait * 2, 5000);
    };
  }
  connect();
}
