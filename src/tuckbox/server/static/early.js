// Remembers what is pressed before the script of a page is there, which does it then; forms that scripts handle do not reload it meanwhile.

if (self.press === undefined) {
  const pressed = new Set();
  self.press = () => { self.press = null; pressed.forEach(one => one.isConnected && one.click()); };
  document.addEventListener('click', event => {
    const button = event.target.closest?.('button:is([data-do], [data-act], [data-moves], [data-share], [data-sounds], [data-passkey], form:not([method]) *)');
    if (!button || !self.press) return;
    event.preventDefault();
    pressed.add(button);
  });
}
