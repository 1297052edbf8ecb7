import type { Brand } from "@/lib/brand/brand";
import { hiddenPaths } from "@/lib/brand/screens";

/** Background of the light theme (app/tokens.css), shown before the app renders. */
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

/** File types that the installed app opens: exports to import, and attachments of a message. */
export const openedFiles = [
  { "application/json": [".json"], "application/jsonl": [".jsonl"], "application/zip": [".zip"] },
  {
    "application/epub+zip": [".epub"],
    "application/pdf": [".pdf"],
    "application/rtf": [".rtf"],
    "application/vnd.oasis.opendocument.presentation": [".odp"],
    "application/vnd.oasis.opendocument.spreadsheet": [".ods"],
    "application/vnd.oasis.opendocument.text": [".odt"],
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": [".pptx"],
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [".docx"],
    "image/avif": [".avif"],
    "image/gif": [".gif"],
    "image/heic": [".heic"],
    "image/heif": [".heif"],
    "image/jpeg": [".jpg", ".jpeg"],
    "image/png": [".png"],
    "image/webp": [".webp"],
    "message/rfc822": [".eml"],
    "text/csv": [".csv"],
    "text/markdown": [".md"],
    "text/plain": [".txt", ".log"],
  },
];

/**
 * Returns the web app manifest. All URLs are relative to the manifest's own, so that it works below any path. A text
 * that is shared with the app arrives like a link's: in the message box, after confirmation.
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
    // If two parameters have the same name, the first one counts: the text, or the URL if the text is missing.
    share_target: { action: "./", method: "GET", params: { text: "fill", url: "fill" } },
    file_handlers: openedFiles.map((accept) => ({ action: "./", accept })),
  };
}

/** Returns an operator's icons, which have one file for all sizes. */
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
