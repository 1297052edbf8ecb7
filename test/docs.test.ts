import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { linkParameters, maxChars } from "@/lib/links/link-parameters";
import { providers } from "@/lib/providers/registry";
import { serverVariables } from "@/lib/server/variables";
import { catalogue } from "@/lib/storage/catalogue";
import { databaseNames, localKeys, sessionKeys, textKeys } from "@/lib/storage/local-keys";
import { vectorsDatabase } from "@/lib/storage/stored-vectors";
import { docsPages, lintRules } from "./support/docs-pages";
import { keyPattern } from "./support/stored-things";
import { brandGroup, buildGroups, serverGroups, startGroup } from "./support/variables";
import { english } from "./support/words";

/** `npm run docs` runs this test with permission to write. */
const mayWrite = process.env.UPDATE_DOCS === "1";

test.each(Object.entries(docsPages()))("the generated parts of %s are up to date", async (path, written) => {
  const page = await written;
  if (mayWrite) writeFileSync(path, page);
  expect(readFileSync(path, "utf8")).toBe(page);
});

test("biome.json has the lint rules of the table of layers", () => {
  if (mayWrite) writeFileSync("biome.json", `${JSON.stringify(lintRules(), null, 2)}\n`);
  expect(JSON.parse(readFileSync("biome.json", "utf8"))).toEqual(lintRules());
});

const example = readFileSync(".env.example", "utf8");
const environmentNames = Object.values(providers)
  .flatMap(({ fields }) => Object.values(fields))
  .flatMap((field) => ("env" in field && field.env ? [field.env] : []));

test.each([...environmentNames, ...serverVariables])(".env.example has %s", (name) => {
  expect(example).toMatch(new RegExp(`^${name}=$`, "m"));
});

const namesOf = (groups: readonly { readonly variables: object }[]) =>
  groups.flatMap(({ variables }) => Object.keys(variables));

test("the operator guide has exactly the variables that the server reads, each with an example", () => {
  expect([...namesOf([...serverGroups, brandGroup]), "OPENAI_ORG_ID"].sort()).toEqual([...serverVariables].sort());
  const guide = readFileSync("docs/operator-guide.md", "utf8");
  const rows = [...environmentNames, ...serverVariables].map((name) => [name, guide.match(rowOf(name))?.[1]]);
  expect(rows.filter(([, example]) => !example)).toEqual([]);
});

/** Matches the row of a variable in the guide; the group is its example value. */
const rowOf = (name: string) => new RegExp(`^\\| \`${name}\` \\|.*\\| \`${name}=([^\`]+)\` \\|`, "m");

/** Sources that read variables of the build and the start. */
const sources = [
  "next.config.mjs",
  "compose.yaml",
  ...["build", "share-service", "start", "up"].map((name) => `scripts/${name}.mjs`),
];
/** Variables in these sources that hosts or our scripts set, or that are in another table. */
const ofOthers = [
  "VERCEL",
  "TYPES_CHECKED",
  "OPENAI_API_KEY",
  "MCP_CONFIG_PATH",
  "SHARE_URL",
  "SHARE_LINK",
  "UPSTASH_REDIS_REST_TOKEN",
];

test("the operator guide has exactly the variables of the build and the start", () => {
  const read = sources.flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(/(?:process\.env\.|given\.|\$\{)([A-Z][A-Z_]+)\b/g),
  ]);
  const names = new Set(read.map(([, variable]) => variable ?? ""));
  const others = [...names].filter((name) => !ofOthers.includes(name));
  expect(namesOf([...buildGroups, startGroup]).sort()).toEqual(others.sort());
});

/** Every key that the app stores, as the storage page writes it. */
const storedKeys = [
  ...Object.values(catalogue).map(({ key }) => key),
  ...[localKeys, sessionKeys, textKeys].flatMap((keys) => Object.values<string>(keys).map(keyPattern)),
];

test.each(storedKeys)("the storage page lists %s", (key) => {
  expect(readFileSync("docs/storage.md", "utf8")).toContain(`\n| \`${key}\` |`);
});

test.each([...Object.values(databaseNames), vectorsDatabase])("the storage page names the database %s", (name) => {
  expect(readFileSync("docs/storage.md", "utf8")).toContain(`\`${name}\``);
});

test.each(linkParameters)("the page on links has the parameter %s with its limit", (name) => {
  const limit = maxChars[name].toLocaleString("en");
  expect(readFileSync("docs/links.md", "utf8")).toContain(`\n| \`${name}\` | ${limit} |`);
});

/** All English texts of the screens. */
const onScreens = new Set([...Object.values(english).flatMap((part) => Object.values<string>(part))]);
const userGuide = readFileSync("docs/user-guide.md", "utf8").replace(/\s+/g, " ");
const namesOnScreens = [...userGuide.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name ?? "");

test("names in bold in the user guide are texts of the screens", () => {
  expect(namesOnScreens.length).toBeGreaterThan(100);
  expect(namesOnScreens.filter((name) => !onScreens.has(name))).toEqual(["bold"]);
});

const markdownIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const pages = [".", "docs", "docs/decisions"].flatMap(markdownIn);

test.each(pages)("every link of %s opens", (path) => {
  const page = readFileSync(path, "utf8");
  const links = [...page.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
  const broken = links.filter(([, file, heading]) => {
    const target = file ? join(dirname(path), file) : path;
    return !existsSync(target) || (heading && !headingsOf(target).includes(heading));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

const repositoryFiles = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");

/** Whether a page may name the file: it exists, at this path or in a folder that the text names. */
const isNamedRightly = (name: string) =>
  ["index.ts", "first.ts"].includes(name) || repositoryFiles.some((path) => path === name || path.endsWith(`/${name}`));

test.each(pages)("every source file that %s names exists", (path) => {
  const named = [...readFileSync(path, "utf8").matchAll(/`((?:[\w.()[\]-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs))`/g)];
  expect(named.map(([, name]) => name ?? "").filter((name) => !isNamedRightly(name))).toEqual([]);
});

/** Returns the targets of links into a page: its headings and its anchors. */
function headingsOf(path: string): string[] {
  const page = readFileSync(path, "utf8");
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, text]) => text ?? "");
  const anchors = [...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id ?? "");
  return [
    ...anchors,
    ...headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  ];
}

/** The paths in the folder tree of the architecture page. */
function pathsInTree(): string[] {
  const tree = readFileSync("docs/architecture.md", "utf8").split("## Folders\n\n```\n")[1]?.split("\n```")[0] ?? "";
  const parents: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", names] = line.match(/^( {0,8})((?:\S+(?:\/|\.\w+),?(?: |$))+)/) ?? [];
    if (!names) return [];
    const depth = indent.length / 2;
    const paths = names.split(/,? +/).filter(Boolean);
    return paths.map((name) => {
      const path = join(depth === 0 ? "" : (parents[depth - 1] ?? ""), name);
      parents[depth] = path;
      return path;
    });
  });
}

test("the folder tree of the architecture page has the folders of the repository", () => {
  const paths = pathsInTree();
  expect(paths.length).toBeGreaterThan(80);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  const folders = ["components", "components/chat", "lib", "store"].flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${join(parent, name)}/`),
  );
  expect(folders.filter((folder) => !paths.includes(folder))).toEqual([]);
});

test("the files that the page on adding something names exist", () => {
  const named = [
    ...readFileSync("docs/adding.md", "utf8").matchAll(
      /`((?:[\w.()[\]-]+\/)*[\w.()[\]-]+\.(?:ts|tsx|mjs|json|md|sse))`/g,
    ),
  ];
  const paths = named.map(([, path]) => path ?? "").filter((path) => !isBesideAnother(path));
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

/** Whether a name belongs to a folder that is still to be created. */
const isBesideAnother = (path: string) => ["first.ts", "settings.ts", "rest.ts", "rescue.ts"].includes(path);
