import { readFileSync } from "node:fs";

test("the Linux package registers the app's scheme, and passes links to the app", () => {
  const { bundle, plugins } = JSON.parse(readFileSync("desktop/tauri.conf.json", "utf8"));
  expect(plugins["deep-link"].desktop.schemes).toEqual(["parley"]);
  const template = readFileSync(`desktop/${bundle.linux.deb.desktopTemplate}`, "utf8");
  expect(template).toMatch(/^Exec=\{\{exec\}\} %u$/m);
  expect(template).toMatch(/^MimeType=\{\{mime_type\}\};$/m);
});

test("the configuration turns off no check of the shell", () => {
  expect(readFileSync("desktop/tauri.conf.json", "utf8")).not.toMatch(/dangerous/i);
});
