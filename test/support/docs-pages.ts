import { modelSettings } from "@/lib/chat/model-settings";
import type { Field } from "@/lib/fields/fields";
import { brand } from "@/lib/platform/brand";
import { type Provider, routeOf } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { accessKey } from "@/lib/settings/access-settings";
import { appSettings } from "@/lib/settings/app-settings";
import { speechSettings } from "@/lib/settings/speech-settings";
import { voiceSettings } from "@/lib/settings/voice-settings";
import { catalogue, portableDocuments } from "@/lib/storage/catalogue";
import type { Messages } from "@/locales/messages";
import { type LocaleCode, locales } from "@/locales/registry";
import { caddyRecipe, headersFile, nginxRecipe } from "@/scripts/host-headers.mjs";
import { lintConfig } from "@/scripts/lint-config.mjs";
import { arabic, chinese, english, rescueWords } from "./words";

type Row = readonly string[];

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

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

${table(
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

${table(["Provider", "Stored as", "Environment", "Default address"], fields)}
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
  return table(
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
  const collections = Object.values(catalogue).filter((entry) => entry.shape === "collection");
  return `# What is stored on this device

Read off \`lib/storage/catalogue.ts\`; written by \`npm run docs\`.

## Documents: localStorage, one small object each, as \`{ state, version }\`

${table(
  ["Key", "Version"],
  documents.map(({ key, version }) => [code(key), String(version)]),
)}

## Collections: IndexedDB, database \`parley\`, one record each

${table(
  ["Object store", "Indexes"],
  collections.map(({ key, indexes }) => [
    code(key),
    Object.entries(indexes)
      .map(([name, path]) => `${code(name)} over ${path.map(code).join(", ")}`)
      .join("; "),
  ]),
)}

Besides them stand \`unreadable\` (records that could not be read, kept whole), \`tombstones\` (what was deleted) and
\`growth\` (what growing replies have gained since they were written whole), \`blobs\` (images) and \`clearing\` (the last
clearing of everything, [decision 28](decisions/0028-clearing.md)), and in localStorage
\`lang\` (the language),
\`bannerDismissed\` (whether the banner of the access screen was closed),
\`unfinished-input-{chat id}\` (unsent text), \`unfinished-attachments-{chat id}\` (what is attached to it), \`last-input\` (what
was typed last and sent), \`parley-unwritten-{page id}\` (what a page that went away could not see
written), \`nextchat-takeover\` (what was taken over of a NextChat), \`parley-records\` (how far the
records have come), \`parley-unused-images\` (images that no message shows, and since when) and \`parley-cleared-by\`
(which clearing has emptied localStorage). A second database, \`parley-backups\`, holds the
copies that are made each day and before an import.

## In backups

Sessions, messages and tombstones, and these documents, with the versions of their shapes
([the format](backup-format.md)):

${table(
  ["Key", "Version"],
  Object.entries(portableDocuments).map(([key, version]) => [code(key), String(version)]),
)}
`;
}

const messagesByCode: Readonly<Record<LocaleCode, Messages>> = { cn: chinese, en: english, ar: arabic };

/** What the page that works without the app knows of it: the name, the keys of a backup's documents, and the words. */
function rescuePageWords(): string {
  const languages = Object.entries(messagesByCode).map(([key, { data }]) => {
    const code = key as LocaleCode;
    const { tag, direction } = locales[code];
    const { withCredentials, credentialsWarning } = data;
    return [code, { tag, direction, words: { ...rescueWords[code], withCredentials, credentialsWarning } }];
  });
  const known = {
    brand: brand.name,
    documents: Object.keys(portableDocuments),
    languages: Object.fromEntries(languages),
  };
  return `// Read off locales, lib/platform/brand.ts and lib/storage/catalogue.ts; written by \`npm run docs\`.
globalThis.rescueWords = ${JSON.stringify(known, null, 2)};
`;
}

function staticHostingPage(): string {
  return `# Hosting the static export

Written by \`npm run docs\` off \`scripts/security-headers.mjs\`, the table of the server's own headers.

\`BUILD_MODE=export DIST_DIR=.next-export npm run build\` makes a folder that any host can serve which finds the
\`index.html\` of a folder. There is no server behind it: people enter keys of their own, and what needs one says so.
\`BASE_PATH=/chat\` builds it for a path below the host's first.

A page carries in itself from where its scripts may come. What only a header can say, the host sends:

## Netlify, Cloudflare Pages

Nothing to do at a host's first path: they read \`_headers\`, which the build writes into the folder. For two pages it is

\`\`\`
${headersFile(["/", "/chat/"]).trim()}
\`\`\`

## nginx

\`\`\`nginx
${nginxRecipe()}
\`\`\`

## Caddy

\`\`\`
${caddyRecipe()}
\`\`\`
`;
}

/** The pages that are read off tables, by path. */
export function docsPages(): Record<string, string> {
  return {
    "docs/providers.md": providersPage(),
    "docs/settings.md": settingsPage(),
    "docs/storage.md": storagePage(),
    "docs/static-hosting.md": staticHostingPage(),
    "public/rescue/words.js": rescuePageWords(),
  };
}

/** The lint rules that are read off the table of layers. */
export function lintRules(): unknown {
  return lintConfig();
}
