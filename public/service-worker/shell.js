// Opens the app without a network: the pages and their code, as one build made them, answer from this device, so that a
// page never meets the parts of another build. What the build lists (scripts/shell-files.mjs) is fetched when the page asks
// for it, or when a newer worker is installed; that waits until a person lets it take over, or until no page is open any more.
(() => {
  const prefix = "shell-";
  const { version, files, parts } = self.shell;
  const cacheName = prefix + version;
  const scope = self.registration.scope;
  /** What an operator may change between two builds. */
  const changing = ["config.json", "manifest.webmanifest"].map((path) => scope + path);
  /** How long the network is waited for where there is an answer of before, in milliseconds. */
  const soonMs = 1500;
  /** So many files are fetched at a page's word, one after the other: then the page looks whether it has time for more. */
  const keptAtOnce = 12;

  /** Next asks for parts of a page below the page's own address, and tells them apart by headers. */
  function partKey(path, part) {
    return `${new URL(path, scope).href}?part=${encodeURIComponent(part)}`;
  }

  /** What is fetched, as it is asked for and as it is kept. */
  function wanted() {
    const whole = files.map((path) => ({
      key: new URL(path, scope).href,
      url: new URL(path, scope).href,
      headers: {},
    }));
    const inParts = parts.map(([path, part]) => ({
      key: partKey(path, part),
      url: new URL(path, scope).href,
      headers: part ? { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": part } : { rsc: "1" },
    }));
    return [...whole, ...inParts];
  }

  /** Files below `_next/static` bear their content in their names: one of an earlier build is the same file. */
  function isLasting(url) {
    return url.startsWith(`${scope}_next/static/`);
  }

  async function earlier(key) {
    return isLasting(key) ? caches.match(key) : undefined;
  }

  async function keep(cache, { key, url, headers }) {
    const found = await earlier(key);
    if (found) return cache.put(key, found);
    const response = await fetch(url, { headers, cache: isLasting(url) ? "default" : "no-cache" });
    const isForbidden = /no-store|private/.test(response.headers.get("cache-control") ?? "");
    // Nothing that was redirected can answer for a page; parts of pages are sent to addresses of their own.
    const isElsewhere = response.redirected && !headers.rsc;
    if (!response.ok || isElsewhere || isForbidden) throw new Error(`${url} cannot be kept: ${response.status}`);
    await cache.put(key, response);
  }

  /** Stands in the store once everything is there. */
  const wholeMark = `${scope}service-worker/whole`;

  /** What could not be kept since this worker woke: it is not tried again before all else is there. */
  const failed = new Set();

  /**
   * Keeps some of what is missing; answers whether all is there.
   *
   * Throws where only such is missing that cannot be kept.
   */
  async function keepSome() {
    const cache = await caches.open(cacheName);
    if (await cache.match(wholeMark)) return true;
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const missing = wanted().filter(({ key }) => !kept.has(key));
    const untried = missing.filter(({ key }) => !failed.has(key));
    for (const file of untried.slice(0, keptAtOnce)) {
      await keep(cache, file).catch((error) => {
        console.warn(error);
        failed.add(file.key);
      });
    }
    if (untried.length > keptAtOnce) return false;
    if (failed.size > 0) {
      const paths = [...failed].map((key) => key.slice(scope.length));
      failed.clear();
      throw new Error(`These files cannot be kept: ${paths.join(", ")}`);
    }
    await cache.put(wholeMark, new Response(""));
    return true;
  }

  async function keepAll() {
    while (!(await keepSome()));
  }

  /** Tells the page that asked what came of it. */
  async function keepFor(port) {
    try {
      const isWhole = await keepSome();
      port?.postMessage(isWhole ? "whole" : "more");
    } catch (error) {
      port?.postMessage("failed");
      throw error;
    }
  }

  /**
   * The first of ours takes its place at once, also that of a NextChat's worker: pictures wait for it, and no page is open
   * that it could disturb. It fetches what it keeps when the page has time.
   */
  async function takePlace() {
    const isFirst = (await caches.keys()).every((name) => !name.startsWith(prefix) || name === cacheName);
    if (isFirst) await self.skipWaiting();
    else await keepAll();
  }

  /** Pages that are still open may need a part of the build before this one; all earlier ones go. */
  async function letGo() {
    const shells = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  }

  /** Under what a request may be kept; nothing where it is not the shell's business. */
  function keyOf({ method, url, headers, mode }) {
    const { href, pathname, search } = new URL(url);
    if (method !== "GET" || !href.startsWith(scope) || href.startsWith(`${scope}api/`) || headers.has("range"))
      return "";
    const plain = href.slice(0, href.length - new URL(url).hash.length).replace(search, "");
    if (mode === "navigate" || pathname.endsWith(".txt")) return plain;
    if (headers.has("rsc")) return partKey(plain, headers.get("next-router-segment-prefetch") ?? "");
    return search === "" ? plain : "";
  }

  /** A page is kept with a slash at its end or without one; both lead to it. */
  function otherKey(key) {
    return key.endsWith("/") ? key.slice(0, -1) : `${key}/`;
  }

  async function answer(request, key) {
    const cache = await caches.open(cacheName);
    const isPage = request.mode === "navigate";
    const found = (await cache.match(key)) ?? (await (isPage ? cache.match(otherKey(key)) : earlier(key)));
    if (found) return asAskedFor(request, found);
    const response = await fetch(request);
    // Fonts and the like are kept once they were needed.
    if (isLasting(key) && response.ok) await cache.put(key, response.clone());
    return asAskedFor(request, response);
  }

  /** The network's answer counts where it comes soon; else the last one does. What is gone there is gone here, too. */
  async function answerOfNow(request, key) {
    const cache = await caches.open(cacheName);
    const last = await cache.match(key);
    const now = fetch(request).then(async (response) => {
      if (response.status === 404) await cache.delete(key);
      else if (!isJson(response)) return last ?? response;
      else await cache.put(key, response.clone());
      return response;
    });
    if (!last) return now;
    return Promise.race([now.catch(() => last), new Promise((resolve) => setTimeout(resolve, soonMs, last))]);
  }

  /** A network that wants a password first answers with a page of its own. */
  function isJson(response) {
    return response.ok && /json/.test(response.headers.get("content-type") ?? "");
  }

  /**
   * A program of a worker reads what it is to do behind the `#` of its own address, which is that of the answer. What is
   * kept has no such part; an answer without an address takes that of the request.
   */
  function asAskedFor({ destination }, response) {
    return destination === "worker" ? new Response(response.body, response) : response;
  }

  self.addEventListener("install", (event) => event.waitUntil(takePlace()));
  self.addEventListener("activate", (event) => event.waitUntil(letGo()));
  self.addEventListener("message", (event) => {
    if (event.data === "take-over") event.waitUntil(self.skipWaiting());
    if (event.data === "keep") event.waitUntil(keepFor(event.ports[0]));
  });
  self.addEventListener("fetch", (event) => {
    const key = keyOf(event.request);
    if (key) event.respondWith((changing.includes(key) ? answerOfNow : answer)(event.request, key));
  });
})();
