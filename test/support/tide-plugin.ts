import { emptyPlugin } from "@/lib/tools/plugin";
import { memoryStorage } from "./memory-storage";

/** A plugin with one tool, `tide`. */
export const tides = {
  ...emptyPlugin({ id: "tides", now: 1 }),
  title: "Tides",
  content: JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Tides", version: "1" },
    servers: [{ url: "https://tides.test" }],
    paths: { "/tide": { get: { operationId: "tide", summary: "Returns the next tide", responses: {} } } },
  }),
};

/** The globals of a hidden tab, which shows text as it arrives; `onCall` notes calls to the plugin's server. */
export function tabWithTides(onCall: (url: string) => void = () => {}) {
  return {
    localStorage: memoryStorage(),
    navigator: { languages: ["en"] },
    BroadcastChannel: class {
      close() {}
      postMessage() {}
    },
    addEventListener() {},
    document: { addEventListener() {}, hidden: true },
    matchMedia: () => ({ matches: false }),
    /** The plugin's server, and the list of built-in plugins. */
    async fetch(url: string) {
      if (!url.startsWith("https://tides.test")) return Response.json([]);
      onCall(url);
      return new Response("At noon.");
    },
  };
}
