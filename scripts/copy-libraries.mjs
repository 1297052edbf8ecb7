import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Puts beside our own static files what is loaded as a file by itself: the sandbox of diagrams has no origin, so that it
 * can load neither modules nor parts of the app.
 */
export function copyLibraries() {
  copyFileSync(fileURLToPath(import.meta.resolve("mermaid/dist/mermaid.min.js")), "public/diagram/mermaid.min.js");
}
