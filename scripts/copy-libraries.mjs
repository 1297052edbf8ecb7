import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
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

/** Files with which pages of PDF files are rendered: symbol fonts, and decoders of images in scans. By folder. */
const pdfFiles = [
  { from: "standard_fonts", to: "fonts", names: ["FoxitDingbats.pfb", "FoxitSymbol.pfb", "LICENSE_FOXIT"] },
  { from: "wasm", to: "wasm", names: ["jbig2.wasm", "LICENSE_JBIG2", "LICENSE_PDFJS_JBIG2"] },
  { from: "wasm", to: "wasm", names: ["openjpeg.wasm", "LICENSE_OPENJPEG", "LICENSE_PDFJS_OPENJPEG"] },
];

export function copyLibraries() {
  for (const [from, to] of copies) copyFileSync(fileURLToPath(from), to);
  cpSync(fileURLToPath(new URL(".", characterTable)), "public/pdf/cmaps", { recursive: true });
  for (const { from, to, names } of pdfFiles) {
    mkdirSync(`public/pdf/${to}`, { recursive: true });
    const source = new URL(`../${from}/`, characterTable);
    for (const name of names) copyFileSync(fileURLToPath(new URL(name, source)), `public/pdf/${to}/${name}`);
  }
  copyEngines();
  mkdirSync("public/icons", { recursive: true });
  for (const name of familyIcons) copyFileSync(fileURLToPath(iconFile(name)), `public/icons/${name}.svg`);
}

/** Files of the engines that run code, as URLs in the folders of their packages. */
const quickjsFile = import.meta.resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
const quickjsCoreFile = import.meta.resolve("quickjs-emscripten-core");
const pyodideFile = import.meta.resolve("pyodide/pyodide.mjs");
const pyodideNames = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

/** Copies the engines that run code. Their sandbox has no network, so pages pass the files in (docs/decisions/0062). */
function copyEngines() {
  mkdirSync("public/run/quickjs", { recursive: true });
  copyFileSync(fileURLToPath(quickjsFile), "public/run/quickjs/quickjs.wasm");
  copyFileSync(new URL("emscripten-module.browser.mjs", quickjsFile), "public/run/quickjs/module.js");
  copyFileSync(new URL("ffi.mjs", quickjsFile), "public/run/quickjs/ffi.js");
  writeFileSync("public/run/quickjs/core.js", quickjsCore());
  mkdirSync("public/run/pyodide", { recursive: true });
  for (const name of pyodideNames) copyFileSync(new URL(name, pyodideFile), `public/run/pyodide/${name}`);
}

/** Returns the core of QuickJS, two CommonJS files, as one module without imports. */
function quickjsCore() {
  const types = createRequire(quickjsCoreFile).resolve("@jitl/quickjs-ffi-types");
  /** @param {string | URL} file */
  const exported = (file) => {
    const code = readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "");
    return `(require, module) => {\nconst { exports } = module;\n${code}\nreturn module.exports;\n}`;
  };
  return `const types = (${exported(types)})(undefined, { exports: {} });
export default (${exported(new URL("index.js", quickjsCoreFile))})(() => types, { exports: {} });
`;
}

/** @param {string} name */
const iconFile = (name) => import.meta.resolve(`@lobehub/icons-static-svg/icons/${name}.svg`);
