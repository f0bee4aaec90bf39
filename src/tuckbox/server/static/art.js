// Puts the drawings of the game into the page; whatever shows one points at it there.

const place = document.getElementById('drawings');
if (place) {
  place.innerHTML = await (await fetch(place.dataset.sheet)).text();
  document.documentElement.classList.add('drawn');
}
