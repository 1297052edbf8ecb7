import type { SiteDefaults, SiteValue } from "@/lib/brand/brand";
import { modelSettings } from "@/lib/chat/model-settings";
import { type Fields, text, toggle } from "@/lib/fields/fields";
import { fitsField } from "@/lib/fields/fits-field";
import { isRecord, type JsonRecord } from "@/lib/json";
import { appSettings } from "@/lib/settings/app-settings";
import { addressSecret, publicMask } from "@/lib/settings/public-library";
import * as z from "@/lib/zod";

/** Masks, prompts, plugins and MCP servers that new users start with; `defaults.json` contains them. */
export interface SiteLibrary {
  /** Masks in the format in which masks are exported. */
  readonly masks?: readonly JsonRecord[];
  readonly prompts?: readonly SitePrompt[];
  readonly plugins?: readonly SitePlugin[];
  /** Remote MCP servers by name, as in the configuration of other programs. */
  readonly mcpServers?: Readonly<Record<string, SiteMcpServer>>;
}

/** A saved prompt. */
export interface SitePrompt {
  readonly title: string;
  readonly content: string;
}

/** A plugin: an OpenAPI document as text or JSON. */
export interface SitePlugin {
  readonly title: string;
  readonly document: string | JsonRecord;
}

/** A remote MCP server. */
export interface SiteMcpServer {
  readonly url: string;
  readonly type?: string;
}

/** Maximum length of a text, such as the system prompt, in characters. */
const maxTextChars = 50_000;

/** Model settings that are not set by their own name: `model` names the provider, too. */
const rowless: readonly string[] = ["providerName", "compressModel", "compressProviderName"];

/** Settings that `DEFAULTS` can set. `model` is `name` or `name@provider`. */
export const siteFields: Fields = {
  ...appSettings,
  ...Object.fromEntries(Object.entries(modelSettings).filter(([name]) => !rowless.includes(name))),
  language: text({ section: "general", accepts: (code) => /^[a-z]{2}$/.test(code) }),
  systemPrompt: text({ section: "model" }),
  useCustomConfig: toggle({ section: "access", default: false }),
};

const oneLine = z.string("must be a line of text").check(z.regex(/^[^\n]{1,200}$/, "must be a line of text"));
const content = z.string("must be a text").check(z.minLength(1, "must be a text"), z.maxLength(maxTextChars));
const record = z.custom<JsonRecord>(isRecord, "must be an object");
const names = z.array(z.string("must be the name of a setting"), "must be a list of settings");
const objectOf = <E extends z.core.$ZodLooseShape>(entries: E) => z.strictObject(entries, "must be an object");

/** Schema of `DEFAULTS`. Names and values of settings are checked by their fields. */
const schema = objectOf({
  settings: z._default(z.record(z.string(), z.unknown(), "must be an object"), {}),
  fixed: z._default(names, []),
  hidden: z._default(names, []),
  masks: z.exactOptional(
    z.array(
      record.check(z.refine((mask) => typeof mask.name === "string", "must have a name")),
      "must be a list of masks",
    ),
  ),
  prompts: z.exactOptional(z.array(objectOf({ title: oneLine, content }), "must be a list of prompts")),
  plugins: z.exactOptional(
    z.array(
      objectOf({ title: oneLine, document: z.union([content, record], "must be an OpenAPI document") }),
      "must be a list of plugins",
    ),
  ),
  mcpServers: z.exactOptional(
    z.record(
      oneLine,
      objectOf({
        url: z.string("must be an address").check(z.regex(/^https?:\/\/\S+$/, "must be an address with https://")),
        type: z.exactOptional(z.string()),
      }),
      "must be an object",
    ),
  ),
});

/** The valid parts of `DEFAULTS`, and its problems. */
export interface ReadSiteDefaults {
  readonly defaults: SiteDefaults;
  readonly library: SiteLibrary;
  /** Problems with the path of each entry, but never a value. */
  readonly problems: readonly string[];
}

/**
 * Reads `DEFAULTS`. Settings are checked one by one: those that are unknown or have a wrong value are left out and named.
 * Undefined if the object as a whole has another format.
 */
export function readSiteDefaults(input: unknown): ReadSiteDefaults | { readonly problems: readonly string[] } {
  const read = z.safeParse(schema, input);
  if (!read.success) return { problems: read.error.issues.flatMap(problemsOf) };
  const { settings: given, fixed, hidden, ...library } = read.data;
  const problems: string[] = [];
  const settings: Record<string, SiteValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(siteFields, name) ? siteFields[name] : undefined;
    if (!field) problems.push(`settings.${name} is an unknown setting`);
    else if (!isUsable(name, value) || !fitsField(field, value, maxTextChars)) {
      problems.push(`settings.${name} has a wrong value`);
    } else if (name === "useCustomConfig" && (value === true || !fixed.includes(name))) {
      problems.push(`settings.${name} has no effect unless it is false and fixed`);
    } else {
      settings[name] = field.read(value);
      if (settings[name] !== value) problems.push(`settings.${name} is out of bounds: the nearest value is used`);
    }
  }
  return {
    defaults: {
      settings,
      fixed: known("fixed", fixed, problems).filter((name) => {
        const hasValue = Object.hasOwn(settings, name);
        if (!hasValue) problems.push(`fixed.${name} has no valid value in settings`);
        return hasValue;
      }),
      hidden: known("hidden", hidden, problems),
    },
    library: publicLibrary(library, problems),
    problems,
  };
}

function isUsable(name: string, value: unknown): boolean {
  return name !== "model" || (typeof value === "string" && value.trim() !== "");
}

/** Leaves out what must not be published, and names it. */
function publicLibrary({ masks, mcpServers, ...others }: SiteLibrary, problems: string[]): SiteLibrary {
  const published = masks?.map((mask, index) => publicMask(mask, `masks.${index}`, problems));
  const servers = Object.entries(mcpServers ?? {}).filter(([name, { url }]) => {
    const problem = addressSecret(url);
    if (problem) problems.push(`mcpServers.${name}.url ${problem}`);
    return problem === undefined;
  });
  return {
    ...(published && { masks: published }),
    ...others,
    ...(mcpServers && { mcpServers: Object.fromEntries(servers) }),
  };
}

function known(list: string, names: readonly string[], problems: string[]): string[] {
  return [...new Set(names)].filter((name) => {
    const isKnown = Object.hasOwn(siteFields, name);
    if (!isKnown) problems.push(`${list}.${name} is an unknown setting`);
    return isKnown;
  });
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${[...path, key].join(".")} is unknown`);
  return [`${path.join(".") || "the value"} ${issue.message}`];
}
