import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Libraries that are loaded as separate files, with their targets among our static files. */
const copies = [
  // The sandbox of diagrams has an opaque origin, so it can load neither modules nor chunks of the app.
  [import.meta.resolve("mermaid/dist/mermaid.min.js"), "public/diagram/mermaid.min.js"],
  // Under the LGPL, so it is copied unmodified and can be replaced (docs/decisions/0038).
  [import.meta.resolve("libheif-js/libheif-wasm/libheif.js"), "public/heif/libheif.js"],
  [import.meta.resolve("libheif-js/libheif-wasm/libheif.wasm"), "public/heif/libheif.wasm"],
  [import.meta.resolve("libheif-js/libheif-wasm/LICENSE"), "public/heif/LICENSE.txt"],
];

export function copyLibraries() {
  for (const [from, to] of copies) copyFileSync(fileURLToPath(from), to);
}
