import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Libraries that are loaded as files by themselves, and where each is put among our own static files. */
const copies = [
  // The sandbox of diagrams has no origin, so that it can load neither modules nor parts of the app.
  [import.meta.resolve("mermaid/dist/mermaid.min.js"), "public/diagram/mermaid.min.js"],
  // Under the LGPL, and so as it was published, to be replaced by whoever wants another (docs/decisions/0038).
  [import.meta.resolve("libheif-js/libheif-wasm/libheif.js"), "public/heif/libheif.js"],
  [import.meta.resolve("libheif-js/libheif-wasm/libheif.wasm"), "public/heif/libheif.wasm"],
  [import.meta.resolve("libheif-js/libheif-wasm/LICENSE"), "public/heif/LICENSE.txt"],
];

/** Puts them there. */
export function copyLibraries() {
  for (const [from, to] of copies) copyFileSync(fileURLToPath(from), to);
}
