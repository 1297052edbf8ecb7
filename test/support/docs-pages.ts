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
import { apiRow, apiTypeNames } from "@/lib/providers/api-types";
import { type Provider, routeOf } from "@/lib/providers/provider";
import { providerByName, providers } from "@/lib/providers/registry";
import { accessKey } from "@/lib/settings/access-settings";
import { appSettings } from "@/lib/settings/app-settings";
import { searchSettings } from "@/lib/settings/search-settings";
import { speechSettings } from "@/lib/settings/speech-settings";
import { voiceSettings } from "@/lib/settings/voice-settings";
import { catalogue, type DocumentEntry, portableDocuments } from "@/lib/storage/catalogue";
import { localKeys, sessionKeys, textKeys } from "@/lib/storage/local-keys";
import { isLocaleCode, locales } from "@/locales/registry";
import { restWords } from "@/locales/rest-words";
import { caddyRecipe, headersFile, nginxRecipe } from "@/scripts/host-headers.mjs";
import { layers } from "@/scripts/layers.mjs";
import { lintConfig } from "@/scripts/lint-config.mjs";
import { licenceTexts, shippedPackages } from "@/scripts/third-party.mjs";
import { deployLine, deployPart } from "./deploy-link";
import { markdownTable } from "./markdown-table";
import { securityPage } from "./security-page";
import { keyPattern, localPurposes, sessionPurposes, storePurposes, textPurposes } from "./stored-things";
import { envExample, variableTables } from "./variables-pages";
import { english, rescueWordsIn } from "./words";

function waysTo({ isLocal, fields }: Provider): string {
  if (isLocal) return "by the browser, on this computer";
  return Object.keys(fields).length > 0 ? "through the relay, or directly at a user's own address" : "within the app";
}

const code = (text: string | number) => `\`${text}\``;

function otherHosts({ hosts = {} }: Provider): string[] {
  return Object.entries(hosts).map(([beginning, address]) => `${address} for ${code(beginning)}`);
}

const providerList: readonly Provider[] = Object.values(providers);

const providerTable = () =>
  markdownTable(
    ["Provider", "Route", "Called", "Built-in models", "Relayed paths"],
    providerList.map((provider) => [
      provider.name,
      provider.isLocal ? "" : code(`/api/${routeOf(provider)}`),
      waysTo(provider),
      String(provider.models.length),
      provider.relayed.map(code).join(", "),
    ]),
  );

const credentialTable = () =>
  markdownTable(
    ["Provider", "Stored as", "Variable", "Default address"],
    providerList.flatMap((provider) =>
      Object.entries(provider.fields).map(([name, field]) => [
        provider.name,
        code(accessKey(provider, name)),
        "env" in field && field.env ? code(field.env) : "",
        field.kind === "endpoint" ? [field.publicUrl, ...otherHosts(provider)].join(", ") : "",
      ]),
    ),
  );

/** The APIs of servers that the user adds, as requests show them. */
const apiTypeTable = () =>
  markdownTable(
    ["API type", "Stored as", "Like", "Headers", "Model list", "Other fields"],
    apiTypeNames.map((type) => {
      const { label, place, provider, fields } = apiRow(type);
      const { auth, directHeaders = {}, modelList } = provider;
      const list = modelList?.buildRequest({ baseUrl: "", headers: {} });
      return [
        label,
        code(type),
        providerByName(place)?.name ?? "",
        Object.keys({ ...auth({ apiKey: "key", apiVersion: "" }), ...directHeaders })
          .map(code)
          .join(", "),
        list ? code(`${list.method} ${list.url.slice(1)}`) : "",
        Object.keys(fields).map(code).join(", "),
      ];
    }),
  );

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

const documents = Object.values(catalogue).filter((entry) => entry.shape === "document");

const documentTable = (place: DocumentEntry["place"]) =>
  versionTable(documents.filter((entry) => entry.place === place).map(({ key, version }) => [key, version]));

const versionTable = (versions: readonly (readonly [key: string, version: number])[]) =>
  markdownTable(
    ["Key", "Version"],
    versions.map(([key, version]) => [code(key), String(version)]),
  );

const indexesOf = (name: string) =>
  Object.values(catalogue)
    .flatMap((entry) =>
      entry.shape === "collection" && entry.key === name
        ? Object.entries(entry.indexes).map(([index, path]) => `${code(index)} over ${path.map(code).join(", ")}`)
        : [],
    )
    .join("; ");

const objectStoreTable = () =>
  markdownTable(
    ["Object store", "Holds", "Indexes"],
    Object.entries(storePurposes).map(([name, purpose]) => [code(name), purpose, indexesOf(name)]),
  );

const purposeTable = <Name extends string>(keys: Record<Name, string>, purposes: Record<Name, string>) =>
  markdownTable(
    ["Key", "Holds"],
    Object.entries<string>(keys).map(([name, key]) => [code(keyPattern(key)), purposes[name as Name]]),
  );

/** Returns the data of the page that works without the app: its name, the keys of a backup's documents, and its texts. */
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
  return `// Written by \`npm run docs\` from locales, lib/brand/brand.ts and lib/storage/catalogue.ts.
globalThis.rescueWords = ${JSON.stringify(known, null, 2)};
`;
}

/** A brand with every setting. A test reads it as the app does. */
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
    imprint: "https://harbour.example.com/imprint",
    terms: "https://harbour.example.com/terms",
    privacy: "https://harbour.example.com/privacy",
    support: "https://harbour.example.com/support",
  },
  announcement: { text: { "": "The harbour is closed on Sunday." }, link: "https://harbour.example.com/news" },
  hidden: ["images", "voice"],
  masks: "/harbour-masks.json",
  prompts: { en: [["Weather", "What does the sea say?"]] },
  updates: { kind: "tag", feed: "https://harbour.example.com/tags", page: "https://harbour.example.com/upgrade" },
  emojiImages: "https://emoji.example.com/{code}.png",
  mcpRegistry: "https://registry.modelcontextprotocol.io/v0/servers",
  analytics: { vercel: false, ga: "G-AB12CD34EF", gtm: "GTM-AB12CD3" },
  defaults: { settings: { theme: "dark" }, fixed: ["theme"], hidden: ["fontFamily"] },
};

const codeBlock = (language: string, text: string) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** Returns a page with its generated parts; each is between two marks with its name. */
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
  if (after === undefined) throw new Error(`${path} has no marks for ${name}.`);
  return `${before}${begin}\n\n${part}\n\n${end}${after}`;
}

/** The commands that can be typed after a colon. */
const commandTable = () =>
  markdownTable(
    ["Typed", "Does"],
    chatCommands.map((name) => [code(`:${name}`), english.commands[name]]),
  );

/** Returns the names of keys as keyboards label them. */
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

/** The names of programs whose exports can be imported. */
function formatList(): string {
  const names = new Set(formats.map(({ id }) => formatName(id)));
  return `${[...names].filter((name) => name !== ownBrand.name).join(", ")},`;
}

const project = () => JSON.parse(readFileSync("package.json", "utf8"));

/** The folders that each folder may import. */
const layerTable = () =>
  markdownTable(
    ["Folder", "may import"],
    Object.entries<readonly string[]>(layers).map(([folder, allowed]) => [folder, allowed.join(", ") || "-"]),
  );

const packageTable = () =>
  markdownTable(
    ["Package", "Version", "License", "Copyright"],
    shippedPackages().map(({ name, version, licence, copyright }) => [
      name,
      version,
      licence,
      copyright.join("; ").replaceAll("<", "&lt;"),
    ]),
  );

/** Pages with generated parts, and the parts by name. The rest of these pages is written by hand. */
const partsByPage = (): Record<string, Readonly<Record<string, string>>> => ({
  "docs/providers.md": { providers: providerTable(), addresses: credentialTable(), "API types": apiTypeTable() },
  "docs/settings.md": {
    "app settings": settingsTable(appSettings),
    "model settings": settingsTable(modelSettings),
    "speech settings": settingsTable(speechSettings),
    "voice settings": settingsTable(voiceSettings),
    "search settings": settingsTable(searchSettings),
  },
  "docs/storage.md": {
    "small documents": documentTable("localStorage"),
    "large documents": documentTable("database"),
    "other texts": purposeTable(textKeys, textPurposes),
    "object stores": objectStoreTable(),
    "local keys": purposeTable(localKeys, localPurposes),
    "session keys": purposeTable(sessionKeys, sessionPurposes),
    "backup documents": versionTable(Object.entries(portableDocuments)),
  },
  "docs/static-hosting.md": {
    "example brand": codeBlock("json", JSON.stringify(exampleBrand, null, 2)),
    features: `${features.map(code).join(", ")}.`,
    "headers file": codeBlock("", headersFile(["/", "/chat/"])),
    nginx: codeBlock("nginx", nginxRecipe()),
    caddy: codeBlock("", caddyRecipe()),
  },
  "docs/architecture.md": { layers: layerTable() },
  "docs/user-guide.md": { commands: commandTable(), shortcuts: shortcutTable(), formats: formatList() },
  "docs/operator-guide.md": { "deploy link": deployPart(project()), variables: variableTables() },
  "docs/third-party-notices.md": { packages: packageTable() },
  "README.md": { "deploy link": deployLine(project()) },
});

/** Returns the pages with their generated parts, and generated files, by path. */
export function docsPages(): Record<string, string | Promise<string>> {
  const pages = Object.entries(partsByPage()).map(([path, parts]) => [path, withParts(path, parts)]);
  return {
    ...Object.fromEntries(pages),
    "docs/security.md": securityPage(),
    "public/THIRD_PARTY_LICENSES.txt": licenceTexts(),
    ".env.example": envExample(),
    "public/rescue/words.js": rescuePageWords(),
  };
}

/** Returns the lint rules that are generated from the table of layers. */
export function lintRules(): unknown {
  return lintConfig();
}
