import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Lints files in a folder of their own, with the project's configuration, and returns what was complained of. */
function complaintsAbout(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "parley-lint-"));
  try {
    for (const path of ["biome.json", "scripts/purity.grit", "tsconfig.json", "package.json"])
      cpSync(path, join(folder, path));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    spawnSync("git", ["init", "-q"], { cwd: folder });
    const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), ["lint", "--reporter=json", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    const { diagnostics } = JSON.parse(stdout);
    return diagnostics.map(({ category }: { category: string }) => category).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("reports rendering text as HTML @R7.1 @S8", () => {
  const drawn =
    "export function Named({ name }: { name: string }) {\n  return <b dangerouslySetInnerHTML={{ __html: name }} />;\n}\n";
  expect(complaintsAbout({ "components/chat/a.tsx": drawn })).toEqual(["lint/security/noDangerouslySetInnerHtml"]);
});

test("does not report code that respects the layers", () => {
  const files = {
    "lib/chat/a.ts":
      'import { AppError } from "@/lib/errors";\nimport { toggle } from "@/lib/fields/fields";\n\nexport const a = [AppError, toggle, new Date(5)];\n',
    "components/chat/b.tsx": 'import { useChats } from "@/store/chats/chats";\n\nexport const b = useChats;\n',
  };
  expect(complaintsAbout(files)).toEqual([]);
});

test.each([
  ["lib/fields", "@/lib/chat/message"],
  ["lib/chat", "@/lib/providers/registry"],
  ["lib/providers", "@/store/chats/chats"],
  ["lib/engine", "@/lib/storage/database"],
  ["lib/storage", "@/lib/engine/open-chat"],
  ["lib/server", "@/store/chats/chats"],
  ["store/turns", "@/lib/server/relay"],
  ["store/turns", "@/components/ui/button"],
  ["store/chats", "@/store/turns/turns"],
  ["store/base", "@/store/records/journal"],
  ["components/chat", "@/lib/engine/open-chat"],
  ["components/ui", "@/store/chats/chats"],
  ["components/chat", "../ui/button"],
  ["app/(shell)", "@/store/chats/chats"],
  ["app/api/config", "@/components/ui/button"],
])("%s may not import %s", (folder, path) => {
  const text = `import { planted } from "${path}";\n\nexport const kept = planted;\n`;
  expect(complaintsAbout({ [`${folder}/planted.ts`]: text })).toEqual(["lint/style/noRestrictedImports"]);
});

test.each([
  ["Date.now()", "plugin"],
  ["new Date()", "plugin"],
  ["Math.random()", "plugin"],
  ["window.name", "lint/style/noRestrictedGlobals"],
  ['fetch("/")', "lint/style/noRestrictedGlobals"],
  ["crypto.randomUUID()", "lint/style/noRestrictedGlobals"],
  ["localStorage.length", "lint/style/noRestrictedGlobals"],
])("a pure folder may not use %s", (expression, category) => {
  expect(complaintsAbout({ "lib/chat/planted.ts": `export const planted = ${expression};\n` })).toEqual([category]);
});

test.each([
  ["by relative paths", "./one", "./two"],
  ["by the alias", "@/lib/chat/one", "@/lib/chat/two"],
])("reports a circular import %s at both ends", (_how, one, two) => {
  const files = {
    "lib/chat/one.ts": `import { two } from "${two}";\n\nexport const one = () => two;\n`,
    "lib/chat/two.ts": `import { one } from "${one}";\n\nexport const two = () => one;\n`,
  };
  expect(complaintsAbout(files)).toEqual(["lint/suspicious/noImportCycles", "lint/suspicious/noImportCycles"]);
});

test("reports a circular import of types at both ends", () => {
  const files = {
    "lib/chat/one.ts": 'import type { Two } from "@/lib/chat/two";\n\nexport type One = Two | "one";\n',
    "lib/chat/two.ts": 'import type { One } from "@/lib/chat/one";\n\nexport type Two = One[];\n',
  };
  expect(complaintsAbout(files)).toEqual(["lint/suspicious/noImportCycles", "lint/suspicious/noImportCycles"]);
});
