import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import type { CodeFeature } from "@/lib/server/codes/code-rights";
import { foldedName } from "@/lib/server/field-name";

/** Features that calls to providers use. */
type CalledFeature = Exclude<CodeFeature, "own-keys">;

const features: readonly CalledFeature[] = ["images", "voice", "tools"];

/** Listed paths that belong to one feature. */
const featureByPath: readonly (readonly [RegExp, CalledFeature])[] = [
  [/(^|\/)(images|videos|stable-image)\//, "images"],
  [/(^|\/)(audio|realtime)\//, "voice"],
];

/** Returns the feature to which a listed path belongs. */
export function featureOfPath(listed: string): CalledFeature | undefined {
  return featureByPath.find(([pattern]) => pattern.test(listed))?.[1];
}

/**
 * Fields that let a model call tools or search the web, as `foldedName` returns them: of OpenAI, Anthropic, OpenRouter,
 * xAI, Alibaba and others.
 */
const toolFields: ReadonlySet<string> = new Set([
  "tools",
  "functions",
  "mcp_servers",
  "mcpservers",
  "plugins",
  "web_search",
  "websearch",
  "web_search_options",
  "websearchoptions",
  "search_parameters",
  "searchparameters",
  "search_settings",
  "search_options",
  "enable_search",
  "enablesearch",
  "enableenhancement",
  "forcesearchenhancement",
  "data_sources",
  "compound_custom",
]);

/** Fields that name the kinds of a reply. */
const modalityFields: ReadonlySet<string> = new Set([
  "modalities",
  "output_modalities",
  "response_modalities",
  "responsemodalities",
]);

/** Fields of settings for images and speech. */
const featureByField: ReadonlyMap<string, CalledFeature> = new Map([
  ["image_config", "images"],
  ["imageconfig", "images"],
  ["audio", "voice"],
  ["speech_config", "voice"],
  ["speechconfig", "voice"],
]);

/** Objects whose fields are settings of the call. */
const nestedFields: ReadonlySet<string> = new Set([
  "parameters",
  "extra_body",
  "session",
  "generationconfig",
  "generation_config",
]);

/** Maximum depth of nested settings. */
const maxDepth = 4;

/** Returns the features that the body of a call uses. Settings that are too deep to check count as all features. */
export function featuresOfBody(body: JsonRecord, depth = 0): ReadonlySet<CalledFeature> {
  if (depth > maxDepth) return new Set(features);
  const used = new Set<CalledFeature>();
  for (const [field, value] of Object.entries(body)) {
    if (isUnused(value)) continue;
    const name = foldedName(field);
    if (toolFields.has(name)) for (const feature of featuresOfTools(value)) used.add(feature);
    if (modalityFields.has(name)) for (const feature of featuresOfModalities(value)) used.add(feature);
    const own = featureByField.get(name);
    if (own) used.add(own);
    if (nestedFields.has(name)) for (const feature of featuresOfBody(recordOf(value), depth + 1)) used.add(feature);
  }
  return used;
}

/** Whether a setting is off: absent, false, or empty. */
function isUnused(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isRecord(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false;
}

/** Returns the features of a list of tools: a tool can make images (https://platform.openai.com/docs/guides/tools). */
function featuresOfTools(tools: unknown): readonly CalledFeature[] {
  const makesImages = listOf(tools).some((tool) => /image_?gen/i.test(String(recordOf(tool).type ?? "")));
  return makesImages ? ["tools", "images"] : ["tools"];
}

/** Returns the features of a list of modalities. A value of another type counts as all. */
function featuresOfModalities(value: unknown): readonly CalledFeature[] {
  const names = (typeof value === "string" ? [value] : listOf(value)).map((name) => String(name).toLowerCase());
  if (names.length === 0) return ["images", "voice"];
  return [
    ...(names.some((name) => /image|video/.test(name)) ? (["images"] as const) : []),
    ...(names.some((name) => /audio|speech/.test(name)) ? (["voice"] as const) : []),
  ];
}
