// Opens the app without a network. Pages and code of one build are served from the cache, so that a page never gets parts
// of another build. The build lists its files (scripts/shell-files.mjs): what a chat needs is cached when a page asks for it,
// the core a minute later or when a newer worker is installed, the rest on first use, or all of it in an installed app. A newer worker waits until the user
// lets it take over, or until no page is open.
(() => {
  const prefix = "shell-";
  const { version, buildId, files, parts, first, core, alternatives } = self.shell;
  const cacheName = prefix + version;
  const scope = self.registration.scope;
  /** Files that an operator may change between two builds. */
  const changing = ["config.json", "manifest.webmanifest"].map((path) => scope + path);
  /** Time to wait for the network if there is a cached response, in milliseconds. */
  const soonMs = 1500;
  /** Maximum number of files that are fetched for one message, one after the other. Then the page checks whether it is busy. */
  const batchSize = 12;
  /** Maximum number of loaded files that a page may name. */
  const maxLoaded = 500;

  /** Next asks for parts of a page below the page's own address, and tells them apart by headers. */
  function partKey(path, part) {
    return `${new URL(path, scope).href}?part=${encodeURIComponent(part)}`;
  }

  /** The paths to cache for each order of a page, except `all`. */
  const orders = { first: new Set(first), core: new Set(core) };
  const wholeFiles = files.map((path) => ({
    key: new URL(path, scope).href,
    url: new URL(path, scope).href,
    headers: {},
    isNeeded: (paths) => paths.has(path),
  }));
  const pageParts = parts.map(([path, part]) => ({
    key: partKey(path, part),
    // Next redirects the request for a page's data to this address.
    url: part ? new URL(path, scope).href : `${new URL(path, scope).href}?_rsc`,
    headers: part ? { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": part } : { rsc: "1" },
    // Without it, a click on a link to another page of the core would load that page anew, and waiting messages would not be
    // sent. The smaller parts are for prefetching, and are cached when a link is used.
    isNeeded: (paths) => part === "" && paths !== orders.first && paths.has(path),
  }));
  const listed = [...wholeFiles, ...pageParts];
  const listedKeys = new Set(listed.map(({ key }) => key));

  /** Returns the files to cache: those of the order and those that the page has loaded, or all. */
  function wanted({ keep = "core", loaded = [] } = {}) {
    if (keep === "all") return listed;
    const paths = keep === "first" ? orders.first : orders.core;
    const named = Array.isArray(loaded) ? loaded.slice(0, maxLoaded) : [];
    // The page of a first visit loads the same files again. Another page may load alternatives.
    const urls = keep === "first" ? named : [...new Set(named.flatMap((url) => [url, ...alternativesOf(String(url))]))];
    const lasting = urls.filter((url) => isLasting(String(url))).map((url) => ({ key: url, url, headers: {} }));
    const others = new Set(urls.filter((url) => !isLasting(String(url))));
    return [...listed.filter(({ key, isNeeded }) => isNeeded(paths) || others.has(key)), ...lasting];
  }

  /** Returns the chunks that a page may load in place of one that it used: they have parts of the same code. */
  function alternativesOf(url) {
    const path = url.slice(scope.length);
    return alternatives.filter((paths) => paths.includes(path)).flatMap((paths) => paths.map((each) => scope + each));
  }

  /** Whether a file has a content hash in its name. Then the file of an earlier build is the same. */
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
    // A redirected response cannot answer for a page. Parts of pages have addresses of their own.
    const isElsewhere = response.redirected && !headers.rsc;
    if (isElsewhere || !(await isStorable(key, response))) throw new Error(`${url} cannot be kept: ${response.status}`);
    await cache.put(key, response);
  }

  /** Whether a response may be cached. A page or a part of one must be of this build: the server may have a newer one. */
  async function isStorable(key, response) {
    if (!response.ok || /no-store|private/.test(response.headers.get("cache-control") ?? "")) return false;
    return !isPageKey(key) || (await response.clone().text()).includes(buildId);
  }

  const pagePattern = /\?part=|\.txt$|\/[^./]*$/;
  function isPageKey(key) {
    return !isLasting(key) && pagePattern.test(key.slice(scope.length - 1));
  }

  /** Cached once a page has asked, and everything that it asked for is cached. */
  const wholeMark = `${scope}service-worker/whole`;

  /** The keys that could not be cached since this worker started. They are retried after all others. */
  const failed = new Set();

  /** Caches some missing files. Returns whether all are cached. Throws if the only missing files cannot be cached. */
  async function keepSome(order) {
    const cache = await caches.open(cacheName);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const missing = wanted(order).filter(({ key }) => !kept.has(key));
    const untried = missing.filter(({ key }) => !failed.has(key));
    for (const file of untried.slice(0, batchSize)) {
      await keep(cache, file).catch((error) => {
        console.warn(error);
        failed.add(file.key);
      });
    }
    if (untried.length > batchSize) return false;
    if (failed.size > 0) {
      const paths = [...failed].map((key) => key.slice(scope.length));
      failed.clear();
      throw new Error(`These files cannot be kept: ${paths.join(", ")}`);
    }
    return true;
  }

  async function keepCore() {
    while (!(await keepSome()));
  }

  /** Caches a batch for a page, and replies with the outcome. */
  async function keepFor(order, port) {
    try {
      const isWhole = await keepSome(order);
      if (isWhole) await (await caches.open(cacheName)).put(wholeMark, new Response(""));
      port?.postMessage(isWhole ? "whole" : "more");
    } catch (error) {
      port?.postMessage("failed");
      throw error;
    }
  }

  /**
   * The first worker activates at once, also in place of a NextChat's worker: images wait for it, and no page of an earlier
   * build is open. It caches files when a page is idle.
   */
  async function takePlace() {
    const isFirst = (await caches.keys()).every((name) => !name.startsWith(prefix) || name === cacheName);
    if (isFirst) await self.skipWaiting();
    else await keepCore();
  }

  /** Deletes the caches of earlier builds, except the last one, which open pages may need. */
  async function letGo() {
    const shells = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  }

  /** Returns the cache key of a request; empty if the worker does not handle it. */
  function keyOf({ method, url, headers, mode }) {
    const { href, pathname, search } = new URL(url);
    if (method !== "GET" || !href.startsWith(scope) || href.startsWith(`${scope}api/`) || headers.has("range"))
      return "";
    const plain = href.slice(0, href.length - new URL(url).hash.length).replace(search, "");
    if (mode === "navigate" || pathname.endsWith(".txt")) return plain;
    if (headers.has("rsc")) return partKey(plain, headers.get("next-router-segment-prefetch") ?? "");
    return search === "" ? plain : "";
  }

  /** Returns the key with or without a final slash: a page is cached under one of them. */
  function otherKey(key) {
    return key.endsWith("/") ? key.slice(0, -1) : `${key}/`;
  }

  /**
   * Returns the cache that answers: that of this build, or, without a network, that of the build before as long as no page
   * has used this one, because only its core is cached.
   */
  async function cacheInUse() {
    const cache = await caches.open(cacheName);
    if (self.navigator.onLine || (await cache.match(wholeMark))) return cache;
    const before = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName).at(-1);
    return before ? caches.open(before) : cache;
  }

  async function answer({ request, waitUntil }, key) {
    const cache = await cacheInUse();
    const isPage = request.mode === "navigate";
    const found = (await cache.match(key)) ?? (await (isPage ? cache.match(otherKey(key)) : earlier(key)));
    if (found) return asAskedFor(request, found);
    const response = await fetch(request);
    const isOurs = isLasting(key) || listedKeys.has(key);
    if (isOurs && !response.redirected) waitUntil(keepUsed(key, response.clone()));
    return asAskedFor(request, response);
  }

  /** Caches a file on its first use, and those that the page may load in its place. */
  async function keepUsed(key, response) {
    if (!(await isStorable(key, response))) return;
    const cache = await caches.open(cacheName);
    await cache.put(key, response);
    for (const url of alternativesOf(key)) {
      if (!(await cache.match(url))) await keep(cache, { key: url, url, headers: {} });
    }
  }

  /** Returns the network's response if it comes soon, else the cached one. A file that is gone is deleted from the cache. */
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

  /** Whether a response is JSON. A captive portal responds with a page of its own. */
  function isJson(response) {
    return response.ok && /json/.test(response.headers.get("content-type") ?? "");
  }

  /**
   * Removes the URL of a response for a worker's script: workers read the fragment of their own URL, which cached responses
   * lack. A response without a URL gets that of the request.
   */
  function asAskedFor({ destination }, response) {
    return destination === "worker" ? new Response(response.body, response) : response;
  }

  self.addEventListener("install", (event) => event.waitUntil(takePlace()));
  self.addEventListener("activate", (event) => event.waitUntil(letGo()));
  self.addEventListener("message", (event) => {
    if (event.data === "take-over") event.waitUntil(self.skipWaiting());
    if (event.data?.keep) event.waitUntil(keepFor(event.data, event.ports[0]));
  });
  self.addEventListener("fetch", (event) => {
    const key = keyOf(event.request);
    if (!key) return;
    const waitUntil = (work) => event.waitUntil(work.catch((error) => console.warn("Could not cache a file.", error)));
    const isChanging = changing.includes(key);
    event.respondWith(
      isChanging ? answerOfNow(event.request, key) : answer({ request: event.request, waitUntil }, key),
    );
  });
})();
