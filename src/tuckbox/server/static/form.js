// The form for a new table: what means nothing with the present choices is left out.
// A field says what it needs: a number of players (data-needs) or a value of another option (data-only="name=value").

const form = document.getElementById('new');

function matters({ needs, only }) {
  const chosen = new FormData(form);
  if (needs) return Number(chosen.get('players')) >= Number(needs);
  const [name, value] = only.split('=');
  return chosen.get(name) === value;
}

function settle() {
  for (const field of form.querySelectorAll('[data-needs], [data-only]'))
    for (const input of field.querySelectorAll('input, select')) input.disabled = !matters(field.dataset);
}

form.addEventListener('change', settle);
settle();
