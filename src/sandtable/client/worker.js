// Kept by the browser for the hour when the server does not run: a page that says so. Nothing else is kept.

const SHELL = "sandtable-shell-1";
const OFFLINE = "/client/offline.html";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(SHELL).then((shell) => shell.addAll([OFFLINE, "/client/css/base.css", "/client/icon.svg"])),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate")
    event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  else if (["/client/css/base.css", "/client/icon.svg"].includes(new URL(event.request.url).pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});

// What the house has to tell somebody who is not there.
self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(told.title ?? "Sandtable", {
      body: told.text ?? "",
      icon: "/client/icon.svg",
      tag: told.link ?? "",
      data: told.link ?? "/",
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data ?? "/", self.location.origin);
  if (link.origin === self.location.origin) event.waitUntil(self.clients.openWindow(link.href));
});
