import { existsSync } from "node:fs";
import { ownBrand } from "@/lib/brand/brand";
import { webManifest } from "@/lib/brand/web-manifest";

test("has the brand's name, and relative addresses only", () => {
  const manifest = webManifest({ ...ownBrand, name: "Harbour", tagline: { "": "Ask the pilot", ar: "" } });
  expect(manifest).toMatchObject({ name: "Harbour", short_name: "Harbour", description: "Ask the pilot" });
  const addresses = [manifest.start_url, manifest.scope, manifest.id, manifest.share_target.action];
  for (const { action } of manifest.file_handlers) addresses.push(action);
  for (const address of [...addresses, ...manifest.shortcuts.map(({ url }) => url)]) expect(address).toMatch(/^\.\//);
});

test("every icon of the manifest exists", () => {
  const { icons } = webManifest(ownBrand);
  expect(icons.filter(({ src }) => !existsSync(`public/${src}`))).toEqual([]);
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 192x192",
    "maskable 512x512",
    "any any",
  ]);
});

test("the installed app opens exports, documents, images and texts", () => {
  const { file_handlers } = webManifest(ownBrand);
  expect(file_handlers.map(({ accept }) => Object.values(accept).flat())).toEqual([
    [".json", ".jsonl", ".zip"],
    [
      ...[".epub", ".pdf", ".rtf", ".odp", ".ods", ".odt", ".pptx", ".xlsx", ".docx"],
      ...[".avif", ".gif", ".heic", ".heif", ".jpg", ".jpeg", ".png", ".webp", ".eml", ".csv", ".md", ".txt", ".log"],
    ],
  ]);
});

test("contains no hidden feature", () => {
  const { shortcuts } = webManifest({ ...ownBrand, hidden: ["search"] });
  expect(shortcuts).toEqual([{ name: "New chat", url: "./new-chat" }]);
});

test("a brand's own icons replace all others", () => {
  const icons = { icon: "/harbour.svg", maskableIcon: "https://harbour.test/masked.png" };
  expect(webManifest({ ...ownBrand, ...icons }).icons).toEqual([
    { src: "./harbour.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    { src: "https://harbour.test/masked.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ]);
});
