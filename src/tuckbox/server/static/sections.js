// The sections of a table in words, one key from each other: the heading whose key is pressed gets the focus.

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input:not([type=radio]), select, textarea');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const heading = document.querySelector(`#live [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!heading) return;
  event.preventDefault();
  heading.focus();
});
