import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The desk of the light theme (app/tokens.css), before the app has drawn its own. */
const background = "#fafafa";

const icon = (/** @type {string} */ src, /** @type {string} */ purpose, /** @type {string} */ sizes) => ({
  src,
  sizes,
  type: src.endsWith(".svg") ? "image/svg+xml" : "image/png",
  purpose,
});

/**
 * Answers what a browser is told that installs the app. All addresses are relative to the manifest's own, so that it holds
 * below any path. A text that is shared with the app comes as a link brings one: into the message box, after a yes.
 *
 * @param {Pick<import("../lib/platform/brand").Brand, "name" | "taglines">} brand
 */
export function webManifest({ name, taglines }) {
  return {
    id: "./",
    name,
    short_name: name,
    ...(taglines[""] && { description: taglines[""] }),
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: background,
    theme_color: background,
    icons: [
      icon("icon-192.png", "any", "192x192"),
      icon("icon-512.png", "any", "512x512"),
      icon("icon-maskable-192.png", "maskable", "192x192"),
      icon("icon-maskable-512.png", "maskable", "512x512"),
      icon("icon-app.svg", "any", "any"),
    ],
    shortcuts: [
      { name: "New chat", url: "./new-chat" },
      { name: "Search", url: "./search-chat" },
    ],
    launch_handler: { client_mode: ["navigate-existing", "auto"] },
    // Of two with one name the first counts: the text, and the address where there is no text.
    share_target: { action: "./", method: "GET", params: { text: "fill", url: "fill" } },
  };
}

/**
 * Writes the manifest among a build's static files.
 *
 * @param {string} publicFolder
 * @param {import("../lib/platform/brand").Brand} brand
 */
export function writeWebManifest(publicFolder, brand) {
  writeFileSync(join(publicFolder, "manifest.webmanifest"), `${JSON.stringify(webManifest(brand))}\n`);
}
