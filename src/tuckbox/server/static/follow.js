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
      setTimeout(connect, wait);
      wait = Math.min(30000, wait * 2);
    };
  }
  connect();
}
