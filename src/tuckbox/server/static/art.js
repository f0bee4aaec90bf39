// Puts the drawings of the game into the page; whatever shows one points at it there. A page that has brought along what lies
// on it takes the others when it is complete, and waits for them with what it shows next.

const place = document.getElementById('drawings'), { classList } = document.documentElement;

async function take() {
  if (place.firstElementChild && document.readyState !== 'complete') await new Promise(done => addEventListener('load', done, { once: true }));
  place.innerHTML = await (await fetch(place.dataset.sheet)).text();
  classList.add('drawn');
}

if (place) {
  const taken = take().catch(() => classList.remove('drawn')); // then words stand in for them
  globalThis.drawings = Promise.race([taken, new Promise(done => setTimeout(done, 2e3))]);
}
