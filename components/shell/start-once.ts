import { preloadThread } from "@/components/chat/thread/lazy-thread";
import { preloadMarkdown } from "@/components/markdown/markdown";
import { basePath } from "@/lib/platform/build-info";
import { hasStartedBefore, start } from "@/store/app/start";
import { useLocale } from "@/store/base/locale";
import { applyStartWith, readFirstChat } from "./start-with";

/** Screens that need only the messages of the first screen; all others also wait for those of the settings. */
export const chatPaths = ["/", "/chat"];

let started: Promise<unknown> | undefined;

export let markRendered = () => {};
/** Resolves once the first screen is rendered, with the messages of its chat: then the tab is idle. */
const rendered = new Promise<void>((resolve) => {
  markRendered = resolve;
});

export let markHydrated = () => {};
/** Resolves once React has hydrated the page: only then the router follows a changed URL. */
const hydrated = new Promise<void>((resolve) => {
  markHydrated = resolve;
});

/** Starts the app once per page load, even if React mounts a component twice. */
export function startOnce(path: string): Promise<unknown> {
  if (!started && chatPaths.includes(path) && hasStartedBefore()) preloadChat();
  started ??= Promise.all([
    start(rendered).then(async () => {
      await hydrated;
      applyStartWith(path);
      await readFirstChat(path);
    }),
    chatPaths.includes(path) ? undefined : useLocale.getState().loadSettings(),
  ]);
  return started;
}

/**
 * Starts the app before React hydrates the page, so that the language and the stored data are read meanwhile. No-op on the
 * server.
 */
export function startEarly(): void {
  if (typeof window === "undefined") return;
  // Requested first, because the app otherwise asks for it only after it has opened the database.
  const locale = useLocale.getState().load();
  const path = location.pathname.slice(basePath.length).replace(/(?<=.)\/$/, "");
  // The component that renders the app handles a failure.
  Promise.all([locale, startOnce(path || "/")]).catch(() => undefined);
}

/** Loads the code that renders messages while the database is read, so that they appear with the message box. */
function preloadChat(): void {
  preloadThread();
  preloadMarkdown();
}
