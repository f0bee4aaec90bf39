// Asks the browser whether it may tell whose turn it is, and gives its address to the server.

import { post } from './post.js';

const box = document.getElementById('turns');
const failed = box?.querySelector('[data-failed]');
const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));

const WAYS = {
  async on() {
    if (await Notification.requestPermission() !== 'granted') throw new Error('this browser was told to show no messages');
    const worker = await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    const asked = { userVisibleOnly: true, applicationServerKey: bytes(box.dataset.key) };
    await post('/push', (await worker.pushManager.subscribe(asked)).toJSON());
  },
  async off() {
    const worker = await navigator.serviceWorker.getRegistration('/');
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
    await post('/push/stop', {});
  },
};

if (box && 'serviceWorker' in navigator && 'PushManager' in window) {
  box.hidden = false;
  for (const button of box.querySelectorAll('[data-push]'))
    button.addEventListener('click', async () => {
      try {
        await WAYS[button.dataset.push]();
        location.reload();
      } catch (error) {
        failed.textContent = `That did not work: ${error.message}.`;
      }
    });
}

const zone = document.querySelector('[data-zone]');
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;
