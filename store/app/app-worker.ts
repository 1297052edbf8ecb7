import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { busyPollMs, type KeepOrder, keepApp } from "@/store/app/keep-app";
import { getPendingWork } from "@/store/app/reload-check";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";

/** Time, in milliseconds, during which a tab that becomes visible again is not checked for a newer version. */
const freshMs = 60 * 60_000;

/**
 * Time after the start of a first visit, in milliseconds, before the settings are cached: until then, the network is for
 * what the user opens.
 */
const firstVisitMs = 60_000;

let isStarted = false;
let waiting: ServiceWorker | null = null;

/**
 * Registers the service worker when idle, and watches for newer versions. The worker opens the app without a network.
 * Skipped on devices that save data, and during development.
 */
export function startAppWorker(): void {
  const isWanted = process.env.NODE_ENV === "production" && "serviceWorker" in navigator && !savesData();
  if (isStarted || !isWanted) return;
  isStarted = true;
  const isFirstVisit = !navigator.serviceWorker.controller;
  navigator.serviceWorker
    .register(`${basePath}/serviceWorker.js`, { updateViaCache: "none" })
    .then((registration) => watch(registration, isFirstVisit))
    .catch((error: unknown) =>
      console.warn("Could not register the service worker; the app will not open offline.", error),
    );
}

/** The Network Information API, which only some browsers have. */
interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
  readonly effectiveType?: string;
}

function connectionOf(): Connection {
  return (navigator as Navigator & { readonly connection?: Connection }).connection ?? {};
}

function savesData(): boolean {
  return connectionOf().saveData === true;
}

/** Whether the connection is probably metered or slow. Then files are only cached on their first use. */
function isMetered(): boolean {
  const { type, effectiveType = "" } = connectionOf();
  return type === "cellular" || effectiveType.endsWith("2g");
}

/** Returns the files to cache: all of them in an installed app, else the named part and what this tab has loaded. */
function keepOrder(part: "first" | "core"): KeepOrder {
  const isInstalled = matchMedia("(display-mode: standalone), (display-mode: window-controls-overlay)").matches;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return { keep: isInstalled ? "all" : part, loaded };
}

/** Lets the worker cache what a chat needs, and then the core; a first visit waits between the two. */
async function keepFiles(worker: ServiceWorker, isFirstVisit: boolean): Promise<void> {
  const { delay } = browserEnvironment;
  if (isFirstVisit) {
    await keepApp(worker, { delay, isBusy, order: () => keepOrder("first") });
    await delay(Math.max(0, firstVisitMs - performance.now()));
  }
  await keepApp(worker, { delay, isBusy, order: () => keepOrder("core") });
}

function watch(registration: ServiceWorkerRegistration, isFirstVisit: boolean): void {
  let checkedAt = performance.now();
  void navigator.serviceWorker.ready.then(({ active }) => {
    if (active && !isMetered()) void keepFiles(active, isFirstVisit);
  });
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => {
      // Without a previous controller, this tab is as new as its worker.
      if (found.state === "installed" && navigator.serviceWorker.controller) offer(found);
    });
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - checkedAt < freshMs) return;
    checkedAt = performance.now();
    registration.update().catch((error: unknown) => console.warn("Could not check for a newer service worker.", error));
  });
}

function isBusy(): boolean {
  return getPendingWork().length > 0;
}

/**
 * Offers the newer version when a reload would interrupt nothing. Until then, and after the offer, the worker waits.
 */
function offer(worker: ServiceWorker): void {
  waiting = worker;
  if (isBusy()) {
    setTimeout(() => offer(worker), busyPollMs);
    return;
  }
  useLocale
    .getState()
    .loadAll()
    .then(() => useUi.getState().toast({ kind: "new-version" }))
    .catch((error: unknown) => console.warn("Could not offer the newer version.", error));
}

/** Activates the newer version and reloads this tab; other tabs stay as they are. */
export function takeNewVersion(): void {
  // Another tab may have activated it already.
  if (waiting?.state !== "installed") {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take-over");
}
