import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import firstWords from "@/locales/en/first";
import restWords from "@/locales/en/rest";
import settingsWords from "@/locales/en/settings";

const root = join(__dirname, "../..");

/** Returns the file of an import of this project; undefined for packages and style sheets. */
function fileOf(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith("@/") ? join(root, specifier.slice(2)) : join(dirname(from), specifier);
  if (!/^[@.]\/|^\.\.\//.test(specifier)) return undefined;
  return [".ts", ".tsx"].map((ending) => base + ending).find(existsSync);
}

/** Returns a file and all files that it imports statically, directly or not. */
function loadedWith(entry: string): string[] {
  const found = new Set([join(root, entry)]);
  for (const file of found) {
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type )[^;]*?"([^"]+)";/gms,
    )) {
      const imported = fileOf(file, specifier);
      if (imported) found.add(imported);
    }
  }
  return [...found];
}

/** Returns the namespaces that a file reads messages from: its own, or in full names. */
function namespacesIn(file: string): string[] {
  const names = [...readFileSync(file, "utf8").matchAll(/useTranslations\("(\w+)|\bt\(["`](\w+)\./g)].map(
    ([, own, full]) => own ?? full ?? "",
  );
  return names.filter((name) => name in firstWords || name in settingsWords || name in restWords);
}

/** Namespaces that a screen reads only once all messages are loaded, and where. */
const readLater: readonly string[] = [
  "components/actions/header-actions.ts chatSettings",
  "components/settings/settings-screen.tsx settingsSearch",
];

// Later messages render nothing again (store/base/locale.ts), so a message that is not loaded yet would stay missing.
test.each([
  ["components/shell/app-shell.tsx", [firstWords]],
  ["components/shell/bare-shell.tsx", [firstWords]],
  ["components/chat/chat-screen.tsx", [firstWords]],
  ["components/settings/settings-screen.tsx", [firstWords, settingsWords]],
])("%s reads only messages that are loaded before it", (entry, words) => {
  const files = loadedWith(entry);
  const loaded = new Set(words.flatMap((each) => Object.keys(each)));
  const missing = files.flatMap((file) =>
    namespacesIn(file)
      .filter((name) => !loaded.has(name))
      .map((name) => `${relative(root, file)} ${name}`),
  );
  expect(missing.filter((each) => !readLater.includes(each))).toEqual([]);
  expect(files.length).toBeGreaterThan(50);
});
