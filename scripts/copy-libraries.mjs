import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { familyIcons } from "./family-icons.mjs";

/** Libraries that are loaded as separate files, with their targets among our static files. */
const copies = [
  // The sandbox of diagrams has an opaque origin, so it can load neither modules nor chunks of the app.
  [import.meta.resolve("mermaid/dist/mermaid.min.js"), "public/diagram/mermaid.min.js"],
  // Under the LGPL, so it is copied unmodified and can be replaced (docs/decisions/0038).
  [import.meta.resolve("libheif-js/libheif-wasm/libheif.js"), "public/heif/libheif.js"],
  [import.meta.resolve("libheif-js/libheif-wasm/libheif.wasm"), "public/heif/libheif.wasm"],
  [import.meta.resolve("libheif-js/libheif-wasm/LICENSE"), "public/heif/LICENSE.txt"],
];

/** A file in the folder of the tables with which old PDF files write Chinese, Japanese and Korean. */
const characterTable = import.meta.resolve("pdfjs-dist/cmaps/UniJIS-UTF16-H.bcmap");

export function copyLibraries() {
  for (const [from, to] of copies) copyFileSync(fileURLToPath(from), to);
  cpSync(fileURLToPath(new URL(".", characterTable)), "public/pdf/cmaps", { recursive: true });
  mkdirSync("public/icons", { recursive: true });
  for (const name of familyIcons) copyFileSync(fileURLToPath(iconFile(name)), `public/icons/${name}.svg`);
}

/** @param {string} name */
const iconFile = (name) => import.meta.resolve(`@lobehub/icons-static-svg/icons/${name}.svg`);
