// Shows that it is somebody's turn while no page is open, and leads to the table. It keeps nothing: no page is in a cache here.

self.addEventListener('push', event => {
  const { title, path, tag } = event.data.json();
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { tag, data: path, icon: '/static/icon.svg' }),
    self.navigator.setAppBadge?.(),
  ]));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(Promise.all([self.clients.openWindow(event.notification.data), self.navigator.clearAppBadge?.()]));
});
