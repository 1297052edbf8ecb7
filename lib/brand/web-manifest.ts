import type { Brand } from "@/lib/brand/brand";
import { hiddenPaths } from "@/lib/brand/screens";

/** The desk of the light theme (app/tokens.css), before the app has drawn its own. */
const background = "#fafafa";

/** The product's own icons, by purpose and size. */
const ownIcons = [
  icon("icon-192.png", "any", "192x192"),
  icon("icon-512.png", "any", "512x512"),
  icon("icon-maskable-192.png", "maskable", "192x192"),
  icon("icon-maskable-512.png", "maskable", "512x512"),
  icon("icon-app.svg", "any", "any"),
];

const shortcuts = [
  { name: "New chat", url: "./new-chat" },
  { name: "Search", url: "./search-chat" },
];

/** The files that the installed app opens: exports, to be imported, and what goes into a message. */
const openedFiles = [
  { "application/json": [".json"], "application/jsonl": [".jsonl"], "application/zip": [".zip"] },
  {
    "image/avif": [".avif"],
    "image/gif": [".gif"],
    "image/heic": [".heic"],
    "image/heif": [".heif"],
    "image/jpeg": [".jpg", ".jpeg"],
    "image/png": [".png"],
    "image/webp": [".webp"],
    "text/csv": [".csv"],
    "text/markdown": [".md"],
    "text/plain": [".txt", ".log"],
  },
];

/**
 * Returns what a browser is told that installs the app. All addresses are relative to the manifest's own, so that it holds
 * below any path. A text that is shared with the app comes as a link brings one: into the message box, after a yes.
 */
export function webManifest(brand: Pick<Brand, "name" | "tagline" | "icon" | "maskableIcon" | "hidden">) {
  const description = brand.tagline[""];
  return {
    id: "./",
    name: brand.name,
    short_name: brand.name,
    ...(description && { description }),
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: background,
    theme_color: background,
    icons: brand.icon ? brandIcons(brand.icon, brand.maskableIcon) : ownIcons,
    shortcuts: shortcuts.filter(({ url }) => !hiddenPaths(brand.hidden).includes(url.slice(1))),
    launch_handler: { client_mode: ["focus-existing", "auto"] },
    // Of two with one name the first counts: the text, and the address where there is no text.
    share_target: { action: "./", method: "GET", params: { text: "fill", url: "fill" } },
    file_handlers: openedFiles.map((accept) => ({ action: "./", accept })),
  };
}

/** An operator gives one icon for all sizes. */
function brandIcons(plain: string, maskable = "") {
  const entry = (address: string, purpose: string) => {
    const isVector = /\.svg\b|^data:image\/svg/.test(address);
    return icon(address.replace(/^\//, "./"), purpose, isVector ? "any" : "512x512");
  };
  return [entry(plain, "any"), ...(maskable ? [entry(maskable, "maskable")] : [])];
}

function icon(src: string, purpose: string, sizes: string) {
  return { src, sizes, type: sizes === "any" ? "image/svg+xml" : "image/png", purpose };
}
