import { existsSync } from "node:fs";
import { webManifest } from "../../scripts/web-manifest.mjs";

test("the manifest says the brand's name, and all its addresses are relative to its own", () => {
  const manifest = webManifest({ name: "Harbour", taglines: { "": "Ask the pilot", ar: "" } });
  expect(manifest).toMatchObject({ name: "Harbour", short_name: "Harbour", description: "Ask the pilot" });
  const addresses = [manifest.start_url, manifest.scope, manifest.id, manifest.share_target.action];
  for (const address of [...addresses, ...manifest.shortcuts.map(({ url }) => url)]) expect(address).toMatch(/^\.\//);
});

test("every icon of the manifest is there", () => {
  const { icons } = webManifest({ name: "Harbour", taglines: {} });
  expect(icons.filter(({ src }) => !existsSync(`public/${src}`))).toEqual([]);
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 192x192",
    "maskable 512x512",
    "any any",
  ]);
});
