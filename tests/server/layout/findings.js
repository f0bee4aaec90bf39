() => { // what lies over each other, is cut, or cannot be seen on the page of a table, as the browser has laid it out
  const NEAR = 3, found = new Set(), wide = innerWidth >= 1120;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const felt = document.getElementById('felt'), dock = document.getElementById('dock');
  const shown = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.hidden, .below, .small, [popover], .told');
  const named = one => {
    const of = one.closest('[id]'), said = one.textContent.trim().replace(/\s+/g, ' ').slice(0, 24);
    return `${one.id || `${of?.id ?? ''}>${one.className.baseVal ?? one.className ?? ''}`.replace(/ .*/, '') || one.tagName}${said ? ` "${said}"` : ''}`;
  };
  const note = (kind, ...those) => found.add(`${kind}: ${those.map(one => (typeof one === 'string' ? one : named(one))).join(' / ')}`);

  function box(one) { // of a card that is turned in a fan its own box in the middle, not the one around it
    const { left, right, top, bottom } = one.getBoundingClientRect(), style = getComputedStyle(one.closest('.slot') ?? one);
    if (style.rotate === 'none' || !one.offsetWidth) return { left, right, top, bottom };
    const x = (left + right) / 2, y = (top + bottom) / 2, zoom = one.currentCSSZoom ?? 1, w = one.offsetWidth * zoom / 2, h = one.offsetHeight * zoom / 2;
    return { left: x - w, right: x + w, top: y - h, bottom: y + h };
  }
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), right: Math.min(a.right, b.right), top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom) });
  const across = a => a.right - a.left, down = a => a.bottom - a.top;
  function clipped(one, at = box(one)) { // what the boxes around it let through
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (overflowX !== 'visible' && overflowX !== 'clip') at = meet(at, { ...at, left: edge.left, right: edge.right });
      if (overflowY !== 'visible' && overflowY !== 'clip') at = meet(at, { ...at, top: edge.top, bottom: edge.bottom });
    }
    return at;
  }

  // -- what lies on the table -----------------------------------------------------------------------------------------
  const THINGS = '.card, .board:not(.small) .space, .loose .space, .door, .map, .moment, .headline, .banner, header > *, .label, .note, .facts, .under summary';
  const things = all(THINGS, felt).filter(shown).map(one => ({ one, at: clipped(one), whole: box(one) }));
  const together = (a, b) => a.contains(b) || b.contains(a) || ['.cards', '.pile', '.space'].some(around => a.closest(around) && a.closest(around) === b.closest(around));
  things.forEach(({ one, at, whole }, number) => {
    if (across(at) < across(whole) * .7 || down(at) < down(whole) * .7) {
      if (!(one.closest('.board') && !wide)) note('out of sight', one); // a wide board is scrolled with a finger
      return;
    }
    for (const other of things.slice(number + 1)) {
      if (at.right - NEAR <= other.at.left || other.at.right - NEAR <= at.left || at.bottom - NEAR <= other.at.top || other.at.bottom - NEAR <= at.top) continue;
      if (!together(one, other.one)) note('overlap', one, other.one);
    }
    const seat = one.closest('.seat'), home = seat && box(seat);
    const frame = one.matches('.card, .space, .door, .note') && !one.closest('.board') && home;
    if (frame && getComputedStyle(seat).borderTopColor !== 'rgba(0, 0, 0, 0)' && (whole.left < home.left - NEAR || whole.right > home.right + NEAR || whole.top < home.top - NEAR || whole.bottom > home.bottom + NEAR)) note('outside of its place', one);
    if (whole.left < -1 || whole.right > innerWidth + 1) if (!one.closest('.board')) note('beside the window', one);
  });

  for (const one of all('.board.small table', felt)) if (box(one).right > box(one.closest('.seat')).right + NEAR) note('hangs out of its place', one.parentElement);

  // -- hands: each card shows what it is -------------------------------------------------------------------------------
  for (const row of all('.cards', felt).filter(shown)) {
    const cards = all('.slot > .card', row).map(one => ({ one, at: box(one) }));
    cards.slice(1).forEach(({ one, at }, number) => {
      const before = cards[number];
      const level = Math.abs(at.top - before.at.top) < down(at) / 3, strip = at.left - before.at.left;
      if (level && strip < (before.one.matches('.back') ? 2 : row.closest('.rivals') ? 6 : /* who wants to see more of a rival's card asks for it */ Math.min(15, across(before.at) * .25))) note(`only ${strip.toFixed(1)} px to be seen of`, before.one);
      if (!level && at.top < before.at.bottom - NEAR && at.left < before.at.right - NEAR && at.right > before.at.left + NEAR) note('overlap', before.one, one);
    });
  }

  // -- text ---------------------------------------------------------------------------------------------------------
  const texts = all('.felt *, .dock *, #top *').filter(one => !(one instanceof SVGElement) && shown(one) && [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
  for (const one of texts) {
    const style = getComputedStyle(one), range = document.createRange();
    if (style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) note('cut', one);
    if (style.overflowY !== 'visible' && style.overflowY !== 'auto' && one.scrollHeight > one.clientHeight + 3) note('cut below', one);
    if (!parseFloat(style.fontSize)) continue; // meant not to be seen here
    if (parseFloat(style.fontSize) < 9) note(`${style.fontSize} is too small`, one);
    const around = one.closest(one.matches('.count') ? '.seat, .centre' : '.card, .space, .door, button, .badge, .fact, .label, .note, .moment, summary') ?? one.parentElement;
    range.selectNodeContents(one);
    const at = range.getBoundingClientRect(), edge = around.getBoundingClientRect();
    if (!across(at) || !across(edge) || getComputedStyle(around.closest('.slot') ?? around).rotate !== 'none') continue;
    if (at.left < edge.left - NEAR || at.right > edge.right + NEAR || at.top < edge.top - NEAR || at.bottom > edge.bottom + NEAR) note('hangs out of its box', one);
    if ((at.right > innerWidth + 1 || at.left < -1) && !one.closest('.board')) note('beside the window', one);
  }

  // -- the window ---------------------------------------------------------------------------------------------------
  if (document.documentElement.scrollWidth > innerWidth) note('wider than the window', `${document.documentElement.scrollWidth} px`);
  if (wide && felt.scrollHeight > felt.clientHeight + 2) note('the table is higher than its room', `${felt.scrollHeight - felt.clientHeight} px`);
  for (const one of [felt, ...all('*', felt)].filter(shown)) {
    const { overflowX, overflowY } = getComputedStyle(one), rolls = what => what === 'auto' || what === 'scroll';
    if (one !== felt && rolls(overflowY) && one.scrollHeight > one.clientHeight + 2) note('is scrolled up and down', one.id || one.className);
    if (rolls(overflowX) && one.scrollWidth > one.clientWidth + 2 && (wide || !one.matches('.mine .board'))) note('is scrolled sideways', one.id || one.className);
  }
  if (dock.offsetWidth > innerWidth * .5 && dock.offsetHeight > innerHeight * .5) note('the bar takes more than half of the window', `${dock.offsetHeight} px of ${innerHeight}`);

  // -- what the finger hits ---------------------------------------------------------------------------------------------
  const touched = things.filter(({ one, at, whole }) => one.matches('.card, .space, .door') && across(at) > across(whole) / 2 && down(at) > down(whole) / 2);
  const missed = new Map(touched.map(({ one }) => [one, null]));
  const first = scrollY;
  for (let y = 0; missed.size; y += innerHeight * .3) {
    scrollTo(0, y);
    for (const one of [...missed.keys()]) {
      const at = clipped(one), next = one.closest('.slot')?.nextElementSibling?.querySelector('.card');
      const strip = next && Math.abs(box(next).top - box(one).top) < 20 ? box(next).left - at.left : across(at);
      if (strip < 4) { missed.delete(one); continue; } // a back of which an edge is to be seen
      const hit = document.elementFromPoint(at.left + Math.min(strip, across(at)) / 2, at.top + down(at) * .4);
      if (!hit) continue;
      if (one.contains(hit) || hit.contains(one) || (one.closest('.pile') ?? one).contains(hit)) missed.delete(one);
      else missed.set(one, hit);
    }
    if (y >= document.documentElement.scrollHeight - innerHeight || wide) break;
  }
  scrollTo(0, first);
  for (const [one, over] of missed) note('lies under', one, over ? (over.closest('[id]')?.id ?? 'something') : 'the edge of the window');
  return [...found];
}
