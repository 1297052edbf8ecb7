import { readFileSync } from "node:fs";
import { formatName } from "@/components/settings/format-names";
import { ownBrand } from "@/lib/brand/brand";
import { features } from "@/lib/brand/screens";
import { chatCommands } from "@/lib/chat/chat-commands";
import { messageBoxKeys } from "@/lib/chat/message-box-keys";
import { modelSettings } from "@/lib/chat/model-settings";
import { shortcutNames } from "@/lib/chat/shortcut-names";
import { shortcuts } from "@/lib/chat/shortcuts";
import type { Field } from "@/lib/fields/fields";
import { formats } from "@/lib/import/formats";
import { type Provider, routeOf } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { accessKey } from "@/lib/settings/access-settings";
import { appSettings } from "@/lib/settings/app-settings";
import { speechSettings } from "@/lib/settings/speech-settings";
import { voiceSettings } from "@/lib/settings/voice-settings";
import { catalogue, type DocumentEntry, portableDocuments } from "@/lib/storage/catalogue";
import { databaseNames, localKeys, sessionKeys, textKeys } from "@/lib/storage/local-keys";
import { isLocaleCode, locales } from "@/locales/registry";
import { restWords } from "@/locales/rest-words";
import { caddyRecipe, headersFile, nginxRecipe } from "@/scripts/host-headers.mjs";
import { layers } from "@/scripts/layers.mjs";
import { lintConfig } from "@/scripts/lint-config.mjs";
import { licenceTexts, shippedPackages } from "@/scripts/third-party.mjs";
import { deployLine, deployPart } from "./deploy-link";
import { markdownTable } from "./markdown-table";
import { keyPattern, localPurposes, sessionPurposes, storePurposes, textPurposes } from "./stored-things";
import { envExample, variableTables } from "./variables-pages";
import { english, rescueWordsIn } from "./words";

function waysTo({ isLocal, fields }: Provider): string {
  if (isLocal) return "on this computer, by the browser";
  return Object.keys(fields).length > 0
    ? "through the relay, or directly with an own address"
    : "the app answers itself";
}

const code = (text: string | number) => `\`${text}\``;

function otherHosts({ hosts = {} }: Provider): string[] {
  return Object.entries(hosts).map(([beginning, address]) => `${address} for ${code(beginning)}`);
}

function providersPage(): string {
  const all: readonly Provider[] = Object.values(providers);
  const fields = all.flatMap((provider) =>
    Object.entries(provider.fields).map(([name, field]) => [
      provider.name,
      code(accessKey(provider, name)),
      "env" in field && field.env ? code(field.env) : "",
      field.kind === "endpoint" ? [field.publicUrl, ...otherHosts(provider)].join(", ") : "",
    ]),
  );
  return `# Providers

Read off \`lib/providers/registry.ts\`; written by \`npm run docs\`.

${markdownTable(
  ["Provider", "Route", "Reached", "Built-in models", "The relay may ask for"],
  all.map((provider) => [
    provider.name,
    provider.isLocal ? "" : code(`/api/${routeOf(provider)}`),
    waysTo(provider),
    String(provider.models.length),
    provider.relayed.map(code).join(", "),
  ]),
)}

## Addresses and credentials

${markdownTable(["Provider", "Stored as", "Environment", "Default address"], fields)}
`;
}

function allowedValues(field: Field): string {
  switch (field.kind) {
    case "choice":
      return field.options.map(code).join(", ");
    case "range":
    case "number":
      return `${field.min} to ${field.max}`;
    case "toggle":
      return "on, off";
    case "text":
    case "endpoint":
    case "secret":
      return "text";
  }
}

function settingsTable(fields: Readonly<Record<string, Field>>): string {
  return markdownTable(
    ["Name", "Section", "Default", "Values"],
    Object.entries(fields).map(([name, field]) => [
      code(name),
      field.section,
      code(String(field.default) || " "),
      allowedValues(field),
    ]),
  );
}

function settingsPage(): string {
  return `# Settings

Read off \`app-settings.ts\`, \`speech-settings.ts\` and \`voice-settings.ts\` in \`lib/settings\`, and \`lib/chat/model-settings.ts\`;
written by \`npm run docs\`. A value that is missing or broken is read as the default; a number outside its bounds is clamped.

## The app

${settingsTable(appSettings)}

## A model call

${settingsTable(modelSettings)}

## Reading aloud

${settingsTable(speechSettings)}

## Live voice

${settingsTable(voiceSettings)}
`;
}

function storagePage(): string {
  const documents = Object.values(catalogue).filter((entry) => entry.shape === "document");
  const documentsIn = (place: DocumentEntry["place"]) =>
    markdownTable(
      ["Key", "Version"],
      documents.filter((entry) => entry.place === place).map(({ key, version }) => [code(key), String(version)]),
    );
  const indexesOf = (name: string) =>
    Object.values(catalogue)
      .flatMap((entry) =>
        entry.shape === "collection" && entry.key === name
          ? Object.entries(entry.indexes).map(([index, path]) => `${code(index)} over ${path.map(code).join(", ")}`)
          : [],
      )
      .join("; ");
  const purposeTable = <Name extends string>(keys: Record<Name, string>, purposes: Record<Name, string>) =>
    markdownTable(
      ["Key", "Holds"],
      Object.entries<string>(keys).map(([name, key]) => [code(keyPattern(key)), purposes[name as Name]]),
    );
  return `# What is stored on this device

Written by \`npm run docs\` from \`lib/storage/catalogue.ts\` and \`lib/storage/local-keys.ts\`. A browser test uses the
whole app and fails on any stored key that is not listed here.

## Documents in localStorage: one small object each, as \`{ state, version }\`

${documentsIn("localStorage")}

## Large documents: IndexedDB, database \`parley\`, object store \`documents\`, the same text each

${documentsIn("database")}

The store also holds texts that could not be read (\`{key}.unreadable-{time}\`), and:

${purposeTable(textKeys, textPurposes)}

## Object stores of IndexedDB, database \`${databaseNames.records}\`

${markdownTable(
  ["Object store", "Holds", "Indexes"],
  Object.entries(storePurposes).map(([name, purpose]) => [code(name), purpose, indexesOf(name)]),
)}

A second database, \`${databaseNames.backups}\`, holds the backups that are made each day and before an import.

## Other keys in localStorage

${purposeTable(localKeys, localPurposes)}

## Keys in sessionStorage

${purposeTable(sessionKeys, sessionPurposes)}

## In backups

Sessions, messages and tombstones, and these documents, with the versions of their shapes
([the format](backup-format.md)):

${markdownTable(
  ["Key", "Version"],
  Object.entries(portableDocuments).map(([key, version]) => [code(key), String(version)]),
)}
`;
}

/** What the page that works without the app knows of it: the name, the keys of a backup's documents, and the words. */
async function rescuePageWords(): Promise<string> {
  const languages = Object.keys(locales)
    .filter(isLocaleCode)
    .map(async (code) => {
      const { tag, direction } = locales[code];
      const [{ default: rest }, words] = await Promise.all([restWords[code](), rescueWordsIn(code)]);
      const { withCredentials, credentialsWarning } = rest.data;
      return [code, { tag, direction, words: { ...words, withCredentials, credentialsWarning } }] as const;
    });
  const known = {
    brand: ownBrand.name,
    documents: Object.keys(portableDocuments),
    languages: Object.fromEntries(await Promise.all(languages)),
  };
  return `// Read off locales, lib/brand/brand.ts and lib/storage/catalogue.ts; written by \`npm run docs\`.
globalThis.rescueWords = ${JSON.stringify(known, null, 2)};
`;
}

/** All that an operator can change of the brand; a test reads it as the app does. */
export const exampleBrand = {
  name: "Harbour",
  tagline: { "": "Talk to all of them", de: "Sprich mit allen" },
  logo: "/harbour.svg",
  icon: "/harbour-icon.svg",
  maskableIcon: "/harbour-maskable.png",
  accent: "#1d93ab",
  radius: 6,
  font: { family: "Harbour Sans", src: "/harbour-sans.woff2" },
  links: {
    project: "https://harbour.example.com/",
    issues: "https://harbour.example.com/issues",
    hostedService: "https://hosted.example.com/",
  },
  announcement: { text: { "": "The harbour is closed on Sunday." }, link: "https://harbour.example.com/news" },
  hidden: ["images", "voice"],
  masks: "/harbour-masks.json",
  prompts: { en: [["Weather", "What does the sea say?"]] },
  updates: { kind: "tag", feed: "https://harbour.example.com/tags", page: "https://harbour.example.com/upgrade" },
  emojiImages: "https://emoji.example.com/{code}.png",
  mcpRegistry: "https://registry.modelcontextprotocol.io/v0/servers",
};

function staticHostingPage(): string {
  return `# Hosting the static export

Written by \`npm run docs\` off \`scripts/security-headers.mjs\`, the table of the server's own headers.

\`BUILD_MODE=export DIST_DIR=.next-export npm run build\` makes a folder that any host can serve which finds the
\`index.html\` of a folder. There is no server behind it: people enter keys of their own, and what needs one says so.
It works at the host's first path and below any other: copied to \`chat/\` it is served at \`/chat/\`, moved on it is served
there, and is not built again ([why](decisions/0040-path-of-the-export.md)). \`SHARE_URL\` and \`SHARE_LINK\` name a service
for shared conversations (\`.env.example\`), which the pages then ask themselves.

A page carries in itself from where its scripts may come. What only a header can say, the host sends:

## Your brand

\`config.json\` in the folder says whose app it is. The build writes what the \`BRAND_…\` variables said to it, without them
an empty object; edit it at any time, nothing is built again. All of it, and each may be left out:

\`\`\`json
${JSON.stringify(exampleBrand, null, 2)}
\`\`\`

Texts may also be one line for all languages. \`hidden\` takes from the screens what it names: ${features.join(", ")}.
\`masks\` and \`prompts\` are the address of a file that is written like \`masks.json\` and \`prompts.json\` of the folder, or what it
would hold. A path such as \`/harbour.svg\` is a file of the folder, wherever that is
served. What is wrong is left out, and the browser's console says why. \`manifest.webmanifest\` is a file, too, and is what the
installed app is named by: change \`name\`, \`short_name\` and \`icons\` there.

## Netlify, Cloudflare Pages

Nothing to do at a host's first path: they read \`_headers\`, which the build writes into the folder. Below another path the
file is to stand at the first one, with that path in front of its own. For two pages it is

\`\`\`
${headersFile(["/", "/chat/"]).trim()}
\`\`\`

## nginx

\`\`\`nginx
${nginxRecipe()}
\`\`\`

Below \`/chat/\` the folder is \`/srv/parley/chat\`, and \`error_page\` names \`/chat/404.html\`. For Caddy it is the same with
\`rewrite\`; what else is asked for by path is asked for by its end.

## Caddy

\`\`\`
${caddyRecipe()}
\`\`\`
`;
}

/** Returns a page that people write, with what stands between two marks of each name read off a table. */
function withParts(path: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce(
    (page, [name, part]) => withPart(path, name, part, page),
    readFileSync(path, "utf8"),
  );
}

function withPart(path: string, name: string, part: string, page: string): string {
  const [begin, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${path} has no place for ${name}.`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

/** What can be typed behind a colon, with the words of the list that offers it. */
const commandTable = () =>
  markdownTable(
    ["Typed", "Does"],
    chatCommands.map((name) => [code(`:${name}`), english.commands[name]]),
  );

/** How a key is written in a table: a modifier by the names that keyboards give it. */
const keysIn = (keys: string) => keys.replace("Mod", "Ctrl or ⌘").replace("⌫", "Backspace");

const shortcutTable = () =>
  markdownTable(
    ["Keys", "Does"],
    [
      ...Object.values(shortcuts).map(({ id, keys }) => [keysIn(keys), englishAt(shortcutNames[id])]),
      [messageBoxKeys.stop, english.shortcuts.stop],
      [messageBoxKeys.recall, english.shortcuts.recall],
    ],
  );

/** Returns the English text at a key of the locales. */
function englishAt(key: string): string {
  const [group = "", name = ""] = key.split(".");
  return (english as unknown as Record<string, Record<string, string>>)[group]?.[name] ?? "";
}

/** The programs whose exports are read, each once. */
function formatList(): string {
  const names = new Set(formats.map(({ id }) => formatName(id)));
  return `${[...names].filter((name) => name !== ownBrand.name).join(", ")},`;
}

const project = () => JSON.parse(readFileSync("package.json", "utf8"));

/** Which folder may import which, as the lint rules have it. */
const layerTable = () =>
  markdownTable(
    ["Folder", "may import"],
    Object.entries<readonly string[]>(layers).map(([folder, allowed]) => [folder, allowed.join(", ") || "-"]),
  );

function noticesPage(): string {
  const rows = shippedPackages().map(({ name, version, licence, copyright }) => [
    name,
    version,
    licence,
    copyright.join("; ").replaceAll("<", "&lt;"),
  ]);
  return `# Third-party notices

Read off \`package-lock.json\` and the packages; written by \`npm run docs\`. All that production depends on, whether it comes to
the browser, runs in the server, or only stands beside it. The whole texts, each once, are served with the app:
[THIRD_PARTY_LICENSES.txt](../public/THIRD_PARTY_LICENSES.txt). Not from packages are the data of emoji, under
[Unicode's licence](../public/emoji/LICENSE.txt). The decoder of HEIC photos is a file of its own, to be replaced by whoever wants
another ([notice](../public/heif/NOTICE.txt)). The app's own code is under the [MIT licence](../LICENSE).

A licence that is not on the list of \`test/deploy/licences.test.ts\` fails there.

${markdownTable(["Package", "Version", "Licence", "Copyright"], rows)}
`;
}

/** The pages that are read off tables, by path. */
export function docsPages(): Record<string, string | Promise<string>> {
  return {
    "docs/providers.md": providersPage(),
    "docs/settings.md": settingsPage(),
    "docs/storage.md": storagePage(),
    "docs/static-hosting.md": staticHostingPage(),
    "docs/architecture.md": withParts("docs/architecture.md", { layers: layerTable() }),
    "docs/user-guide.md": withParts("docs/user-guide.md", {
      commands: commandTable(),
      shortcuts: shortcutTable(),
      formats: formatList(),
    }),
    "docs/operator-guide.md": withParts("docs/operator-guide.md", {
      "deploy link": deployPart(project()),
      variables: variableTables(),
    }),
    "README.md": withParts("README.md", { "deploy link": deployLine(project()) }),
    "docs/third-party-notices.md": noticesPage(),
    "public/THIRD_PARTY_LICENSES.txt": licenceTexts(),
    ".env.example": envExample(),
    "public/rescue/words.js": rescuePageWords(),
  };
}

/** The lint rules that are read off the table of layers. */
export function lintRules(): unknown {
  return lintConfig();
}
