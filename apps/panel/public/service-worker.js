// Caches the panel's shell, so that it opens without a network, and shows push messages while no page is open (docs/spec/pwa.md).
// API responses are never cached. The page is requested each time, so that an old build is never shown while there is a network.
const CACHE = "callpanel-shell-1";
const SHELL = "/";
/** Cached in addition to the page and its hashed assets. */
const KEPT = ["/config.json", "/colour-scheme.js", "/favicon.svg"];

const isAsset = ({ pathname }) => pathname.startsWith("/assets/");

self.addEventListener("install", (event) => {
  // The open pages need nothing from an older worker.
  event.waitUntil(Promise.all([self.skipWaiting(), keepShell()]));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetOtherCaches()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  // The page of guests is another one, and of no use without a network.
  if (url.pathname.startsWith("/v/")) return;
  if (request.mode === "navigate") return event.respondWith(page(event));
  if (isAsset(url)) return event.respondWith(asset(request));
  if (KEPT.includes(url.pathname)) return event.respondWith(freshOrKept(request));
});

self.addEventListener("message", ({ data, ports: [port] }) => {
  // A page asks which call the person has answered from its notification.
  if (data?.type === "answering" && port !== undefined)
    takeWantedCall()
      .catch(() => null)
      .then((call) => port.postMessage(call));
  // The assets that a page loaded before there was a worker.
  if (data?.type === "keep" && Array.isArray(data.paths)) keepAssets(data.paths).catch(() => undefined);
});

/** The server's response when a page of the panel is opened; without a network the cached page. */
async function page({ request }) {
  try {
    const answer = await fetch(request);
    if (isShell(answer)) await keepPage(answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(SHELL, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

const isShell = (answer) =>
  answer.ok && !answer.redirected && answer.headers.get("content-type")?.startsWith("text/html") === true;

/** A new build replaces the cached page and removes the assets of the old one. */
async function keepPage(answer) {
  const cache = await caches.open(CACHE);
  const before = await (await cache.match(SHELL))?.text();
  const text = await answer.clone().text();
  // The server's own sign-in form is a page too, but not of the panel.
  if (!text.includes('id="panel"')) return;
  if (before === text) return;
  for (const request of await cache.keys()) if (isAsset(new URL(request.url))) await cache.delete(request);
  await cache.put(SHELL, answer);
}

/** Names have a hash, so a cached file is the same as the server's. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function freshOrKept(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    // This origin requested the cached file, so the response's `Vary: Origin` does not matter.
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keepShell() {
  const answer = await fetch(SHELL, { cache: "no-cache" });
  if (!isShell(answer)) return;
  await keepPage(answer.clone());
  const named = [...(await answer.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const cache = await caches.open(CACHE);
  await Promise.all([keepAssets(named), ...KEPT.map((path) => cache.add(path).catch(() => undefined))]);
}

async function keepAssets(paths) {
  const cache = await caches.open(CACHE);
  const wanted = paths.filter((path) => typeof path === "string" && path.startsWith("/assets/"));
  await Promise.all(wanted.map(async (path) => (await cache.match(path)) ?? cache.add(path).catch(() => undefined)));
}

async function forgetOtherCaches() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

self.addEventListener("push", (event) => {
  const message = readMessage(event.data);
  if (message !== undefined) event.waitUntil(take(message));
});

function readMessage(data) {
  try {
    const message = data?.json();
    return message?.kind === "show" || message?.kind === "close" ? message : undefined;
  } catch {
    return undefined;
  }
}

async function take(message) {
  const tag = String(message.tag);
  if (typeof message.unread === "number") await showUnread(message.unread);
  if (message.kind === "close") {
    for (const shown of await self.registration.getNotifications({ tag })) shown.close();
    return;
  }
  await show(message, message.urgent === true || message.sound === true ? "heard" : "silent");
}

function show(message, how) {
  const call = isCall(message.call) ? message.call : undefined;
  return self.registration.showNotification(String(message.title), {
    body: String(message.body),
    tag: String(message.tag),
    icon: isOwnPath(message.icon) ? message.icon : "/favicons/192.png",
    badge: "/favicons/64.png",
    requireInteraction: message.urgent === true,
    renotify: how === "heard",
    silent: how === "silent",
    actions:
      call === undefined
        ? []
        : [
            { action: "answer", title: call.answer },
            { action: "decline", title: call.decline },
          ],
    data: { path: String(message.path), ...(call !== undefined && { call, message }) },
  });
}

const isCall = (call) =>
  ["id", "answer", "decline", "token"].every((name) => typeof call?.[name] === "string") && isOwnPath(call.declinePath);

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clicked(event));
});

/** On the icon of the installed panel; not all browsers can. */
const showUnread = (count) =>
  "setAppBadge" in self.navigator ? self.navigator.setAppBadge(count).catch(() => undefined) : undefined;

/** The page that showed a notification handles it, and is the one to focus. After Reject no window is focused. */
async function clicked({ notification: { tag, data }, action }) {
  if (data?.call !== undefined && action === "decline") return decline(data);
  const isAnswer = data?.call !== undefined && action === "answer";
  if (isAnswer) await wantCall(data.call.id);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (data?.page !== true) return open(pages, data?.path, isAnswer ? { type: "answer" } : undefined);
  const owner = await ownerOf(pages, { type: "note", tag, action });
  if (action === "reject") return;
  if (owner !== undefined) return owner.focus();
  await open(pages, data.path);
}

/** Pages that know nothing of a notification do not answer. */
const OWNER_WITHIN_MS = 500;

function ownerOf(pages, message) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), OWNER_WITHIN_MS);
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(page);
      page.postMessage(message, [port2]);
    }
  });
}

/** Focuses an open panel and leads it there, without loading it again: calls go on. Otherwise opens a new one. */
async function open(pages, wanted, message) {
  const path = isOwnPath(wanted) ? wanted : SHELL;
  const [present] = pages;
  if (present === undefined) return self.clients.openWindow(path);
  if (path !== SHELL) present.postMessage({ type: "open", path });
  if (message !== undefined) present.postMessage(message);
  return present.focus();
}

/** PUSH-22: without a page and a session; the token is the proof. */
async function decline({ call, message }) {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: call.token }),
    credentials: "omit",
  };
  const isTaken = await fetch(call.declinePath, request).then(
    // Another refusal says that the call is over.
    ({ status }) => status !== 429 && status < 500,
    () => false,
  );
  if (!isTaken) await show(message, "silent");
}

/** Where the call is kept that a page is to answer. Not in an address: a link from elsewhere must not make a page answer. */
const WANTED_CALL = "/wanted-call";
/** A call does not ring much longer. */
const WANTED_MS = 60_000;

async function wantCall(id) {
  const cache = await caches.open(CACHE);
  await cache.put(WANTED_CALL, new Response(JSON.stringify({ id, at: Date.now() })));
}

/** For one page, within a minute. */
async function takeWantedCall() {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(WANTED_CALL);
  if (kept === undefined || !(await cache.delete(WANTED_CALL))) return null;
  const { id, at } = await kept.json();
  return Date.now() - at < WANTED_MS ? id : null;
}

/** A browser reads `/\host` as `//host`, also with a tab or line end inside: such a path must not open another host. */
function isOwnPath(path) {
  if (typeof path !== "string" || !/^\/(?![/\\])/.test(path)) return false;
  return new URL(path, self.location.origin).origin === self.location.origin;
}
