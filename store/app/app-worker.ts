import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { busyMs, keepApp } from "@/store/app/keep-app";
import { getPendingWork } from "@/store/app/reload-check";
import { useLocale } from "@/store/base/locale";
import { useUi } from "@/store/base/ui";

/** How long a page that is looked at again believes that it is the newest, in milliseconds. */
const freshMs = 60 * 60_000;

let isStarted = false;
let waiting: ServiceWorker | null = null;

/**
 * Asks the browser for the worker that opens the app without a network, once the page has nothing better to do, and looks
 * out for newer versions. Not on devices that are to save data, nor while the app is being developed.
 */
export function startAppWorker(): void {
  const isWanted = process.env.NODE_ENV === "production" && "serviceWorker" in navigator && !savesData();
  if (isStarted || !isWanted) return;
  isStarted = true;
  navigator.serviceWorker
    .register(`${basePath}/serviceWorker.js`, { updateViaCache: "none" })
    .then(watch)
    .catch((error: unknown) => console.warn("The app will not open without a network.", error));
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

function watch(registration: ServiceWorkerRegistration): void {
  let checkedAt = performance.now();
  void navigator.serviceWorker.ready.then(
    ({ active }) => active && keepApp(active, { delay: browserEnvironment.delay, isBusy }),
  );
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const found = registration.installing;
    found?.addEventListener("statechange", () => {
      // Where none was in charge before, this page is as new as its worker.
      if (found.state === "installed" && navigator.serviceWorker.controller) offer(found);
    });
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - checkedAt < freshMs) return;
    checkedAt = performance.now();
    registration
      .update()
      .catch((error: unknown) => console.warn("Whether there is a newer version could not be seen.", error));
  });
}

function isBusy(): boolean {
  return getPendingWork().length > 0;
}

/** A newer version is offered when nothing goes on that a reload would end; it waits on its own until then, and after. */
function offer(worker: ServiceWorker): void {
  waiting = worker;
  if (isBusy()) {
    setTimeout(() => offer(worker), busyMs);
    return;
  }
  useLocale
    .getState()
    .loadAll()
    .then(() => useUi.getState().toast({ kind: "new-version" }))
    .catch((error: unknown) => console.warn("The newer version could not be offered.", error));
}

/** Lets the newer version take over and loads it into this page; other pages stay as they are. */
export function takeNewVersion(): void {
  // Another tab may have let it already.
  if (waiting?.state !== "installed") {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take-over");
}
