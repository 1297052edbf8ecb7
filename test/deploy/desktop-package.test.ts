import { readFileSync } from "node:fs";
import { openedFiles } from "@/lib/brand/web-manifest";

test("the Linux package registers the app's scheme, and passes links to the app", () => {
  const { bundle, plugins } = JSON.parse(readFileSync("desktop/tauri.conf.json", "utf8"));
  expect(plugins["deep-link"].desktop.schemes).toEqual(["parley"]);
  const template = readFileSync(`desktop/${bundle.linux.deb.desktopTemplate}`, "utf8");
  expect(template).toMatch(/^Exec=\{\{exec\}\} %U$/m);
  expect(template).toMatch(/^MimeType=\{\{#if mime_type\}\}\{\{mime_type\}\};\{\{\/if\}\}/m);
});

test("the system may open the same kinds of files with the desktop app as with the installed web app", () => {
  const kinds = openedFiles.flatMap((accept) => Object.entries(accept));
  const [, types = ""] = /^MimeType=.*\{\{\/if\}\}(.*);$/m.exec(readFileSync("desktop/linux.desktop", "utf8")) ?? [];
  expect(types.split(";")).toEqual(kinds.map(([type]) => type));
  const [, endings = ""] =
    /ENDINGS: &\[&str\] = &\[([^\]]*)\]/.exec(readFileSync("desktop/src/opened.rs", "utf8")) ?? [];
  expect(endings.match(/\w+/g)).toEqual(kinds.flatMap(([, each]) => each).map((ending) => ending.slice(1)));
  const mac = JSON.parse(readFileSync("desktop/tauri.macos.conf.json", "utf8"));
  expect(mac.bundle.fileAssociations.flatMap(({ ext }: { ext: string[] }) => ext)).toEqual(endings.match(/\w+/g));
});

test("the configuration turns off no check of the shell", () => {
  expect(readFileSync("desktop/tauri.conf.json", "utf8")).not.toMatch(/dangerous/i);
});
