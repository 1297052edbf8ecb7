import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { AppToolEnvironment } from "@/lib/tools/app/app-tool";
import { readPageAnswer } from "@/lib/tools/app/page-answer";
import { createSendCall } from "@/lib/tools/send-plugin-call";
import { pluginRelay } from "@/store/tools/plugins";

/**
 * The desktop app requests pages as a browser does, too. A model chooses their addresses, and without the rules for
 * other origins it could read servers of the local network (docs/security.md#t97).
 */
const env = { ...browserEnvironment, fetch: (url: string, init?: RequestInit) => fetch(url, init) };

const send = createSendCall({ env, relay: pluginRelay, read: readPageAnswer });

/** Requests a page as plugins send their calls: directly, or through the relay if CORS does not allow that. */
export const fetchPage: AppToolEnvironment["fetchPage"] = (url, signal) =>
  send(
    { method: "GET", path: url.pathname + url.search, headers: { Accept: "text/html, text/*;q=0.9, */*;q=0.5" } },
    { server: url.origin, usesRelay: false, signal },
  );
