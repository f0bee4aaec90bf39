// Remembers what is pressed on the page of a table before its scripts are there, which do it then: this one is there as soon
// as there is anything to be seen.

if (globalThis.pressed === undefined) {
  globalThis.pressed = new Set();
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('button:is([data-do], [data-act], [data-moves], [data-share])');
    if (button) globalThis.pressed?.add(button);
  });
}
