// Shows that it is somebody's turn while no page is open, and leads to the table. It keeps nothing: no page is in a cache here.

self.addEventListener('push', event => {
  const { title, path, tag } = event.data.json();
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { tag, data: path, icon: '/static/icon.svg' }),
    self.navigator.setAppBadge?.(),
  ]));
});

/** Shows the page of a path: in the window that has it, else in a new one. */
async function lead(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(each => new URL(each.url).pathname === path);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(Promise.all([lead(event.notification.data), self.navigator.clearAppBadge?.()]));
});
