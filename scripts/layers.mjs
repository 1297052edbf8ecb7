/**
 * The layers: what each folder may import besides itself, `lib/errors.ts` and `lib/environment.ts`. Imports point one
 * way, down. `npm run docs` writes the table into biome.json, which enforces it.
 */
export const layers = {
  "lib/fields": [],
  "lib/chat": ["lib/fields"],
  "lib/providers": ["lib/chat", "lib/fields"],
  "lib/models": ["lib/providers", "lib/chat"],
  "lib/settings": ["lib/providers", "lib/chat", "lib/fields"],
  "lib/engine": ["lib/providers", "lib/chat"],
  "lib/demo": ["lib/chat"],
  "lib/search": ["lib/chat"],
  "lib/media": ["lib/chat"],
  "lib/platform": [],
  "lib/storage": ["lib/settings", "lib/chat", "lib/fields"],
  "lib/import": ["lib/storage", "lib/settings", "lib/providers", "lib/chat", "lib/fields"],
  "lib/export": ["lib/storage", "lib/settings", "lib/chat", "lib/fields"],
  "lib/server": ["lib/demo", "lib/models", "lib/settings", "lib/providers", "lib/chat", "lib/fields"],
  locales: ["lib/settings", "lib/chat", "lib/fields"],
  store: [
    "lib/fields",
    "lib/chat",
    "lib/providers",
    "lib/models",
    "lib/settings",
    "lib/engine",
    "lib/demo",
    "lib/search",
    "lib/media",
    "lib/platform",
    "lib/storage",
    "lib/import",
    "lib/export",
    "locales",
  ],
  "components/ui": ["lib/models"],
  components: [
    "components/ui",
    "store",
    "locales",
    "lib/fields",
    "lib/chat",
    "lib/search",
    "lib/providers",
    "lib/models",
    "lib/settings",
    "lib/platform",
  ],
  app: ["components", "lib/platform"],
  "app/api": ["lib/server"],
};

/** Folders whose code decides with plain values alone: nothing of the browser, no time, no chance. */
export const pureLayers = [
  "lib/fields",
  "lib/chat",
  "lib/providers",
  "lib/models",
  "lib/settings",
  "lib/search",
  "lib/import",
  "lib/export",
];

/** What a pure folder may not name. */
export const impureGlobals = [
  "window",
  "document",
  "navigator",
  "location",
  "fetch",
  "localStorage",
  "sessionStorage",
  "indexedDB",
  "setTimeout",
  "setInterval",
  "requestAnimationFrame",
  "performance",
  "crypto",
  "console",
  "process",
];
