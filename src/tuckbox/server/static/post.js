// Questions that scripts put to the server.

/** The answer to some data. Throws an error whose words people can read. */
export async function post(path, data) {
  const asked = { method: 'POST', body: JSON.stringify(data), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(path, asked).catch(() => { throw new Error('there is no connection just now; try again'); });
  const told = await answer.json().catch(() => ({ message: 'the server did not answer; try again' }));
  if (!answer.ok) throw new Error(told.message);
  return told;
}
