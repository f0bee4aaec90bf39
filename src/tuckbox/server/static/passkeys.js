// Passkeys: asks the server for a question, has the device answer it, and sends the answer back.

import { post } from './post.js';

const failed = document.getElementById('failed');

const bytes = text => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));
const words = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const known = list => (list || []).map(each => ({ ...each, id: bytes(each.id) }));

function written(credential) { // as the server reads it
  const { id, type, rawId, response } = credential, told = {};
  for (const part of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'])
    if (response[part]) told[part] = words(response[part]);
  return { id, type, rawId: words(rawId), response: told };
}

async function make(data) {
  const asked = await post('/account/passkeys/question', data);
  const publicKey = {
    ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: known(asked.excludeCredentials),
  };
  return post('/account/passkeys', written(await navigator.credentials.create({ publicKey })));
}

async function show(path) {
  const asked = await post(`${path}/question`, {});
  const publicKey = { ...asked, challenge: bytes(asked.challenge), allowCredentials: known(asked.allowCredentials) };
  return post(path, written(await navigator.credentials.get({ publicKey })));
}

const WAYS = { new: make, 'sign-in': () => show('/sign-in'), prove: () => show('/account/prove') };

function explain(error, way) {
  if (error.name === 'NotAllowedError' && way === 'new') return 'No passkey was made: your device was told not to, or nobody answered it.';
  if (error.name === 'NotAllowedError') return 'Your device has no passkey for this, or was told not to show it.';
  if (error.name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (error.name === 'Error') return `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
  return way === 'new' ? 'This browser can make no passkeys.' : 'This browser cannot ask for a passkey here.';
}

async function act(element, data) {
  failed.textContent = '';
  try {
    const { go, code } = await WAYS[element.dataset.passkey](data);
    if (!code) { location.assign(element.dataset.back ?? go); return; } // "": here again
    const box = document.getElementById('code');
    box.querySelector('[data-code]').textContent = code;
    element.closest('.person-card').hidden = true;
    box.hidden = false;
    box.focus();
  } catch (error) {
    failed.textContent = explain(error, element.dataset.passkey);
  }
}

for (const element of document.querySelectorAll('[data-passkey]'))
  element.addEventListener(element.nodeName === 'FORM' ? 'submit' : 'click', event => {
    event.preventDefault();
    act(element, element.nodeName === 'FORM' ? Object.fromEntries(new FormData(element)) : {});
  });

self.press = self.press?.() ?? null; // what was pressed before this script was there: see early.js
