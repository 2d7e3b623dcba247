// The shell of the installed page. It keeps one page, which says that there is no connection, and nothing else: whatever
// the server answers comes from the server, or not at all.
const shell = 'shell-1';
const kept = ['/offline.html', '/offline.css', '/favicon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(kept)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const ours = kept.includes(new URL(request.url).pathname);
  if (request.method !== 'GET' || (request.mode !== 'navigate' && !ours)) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(ours ? request : '/offline.html')) ?? Response.error()));
});
