import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import { hasAudio } from "@/lib/server/codes/code-audio";
import type { CodeFeature } from "@/lib/server/codes/code-rights";
import { comparedName } from "@/lib/server/field-name";
import { dataFields } from "@/lib/server/permitted-models";

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
 * Fields that let a model call tools or search the web, as `comparedName` returns them: of OpenAI, Anthropic, OpenRouter,
 * Azure, Cohere, Groq, Alibaba, Tencent and others.
 */
const toolFields: ReadonlySet<string> = new Set([
  "tools",
  "functions",
  "mcpservers",
  "plugins",
  "connectors",
  "datasources",
  "enableenhancement",
  "enablecodeinterpreter",
  "compoundcustom",
]);

/** Names of fields for searches. Fields that turn a search off do not count, nor vLLM's beam search, a decoding method. */
const searchField = /^(?!disable|(use)?beamsearch).*search/;

/** Fields that name the kinds of a reply. */
const modalityFields: ReadonlySet<string> = new Set(["modalities", "outputmodalities", "responsemodalities"]);

/** Fields with messages. */
const messageFields: ReadonlySet<string> = new Set(["messages", "input", "contents"]);

/** Fields of settings for images and speech. */
const featureByField: ReadonlyMap<string, CalledFeature> = new Map([
  ["imageconfig", "images"],
  ["audio", "voice"],
  ["speechconfig", "voice"],
]);

/** Objects of `dataFields` that contain settings of the call, because tools are not searched. */
const settingsFields: ReadonlySet<string> = new Set(["parameters", "generationconfig"]);

/** Fields with messages and schemas, whose fields are data. */
const skippedFields: ReadonlySet<string> = new Set(
  [...[...dataFields].map(comparedName), "content", "format", "guidedjson"].filter((name) => !settingsFields.has(name)),
);
const schemaField = /schema$/;

/** Maximum depth of a body; no setting is deeper. */
const maxDepth = 32;

/** Returns the features that the body of a call uses. Settings that are too deep to check count as all features. */
export function featuresOfBody(body: JsonRecord): ReadonlySet<CalledFeature> {
  const used = new Set<CalledFeature>();
  collect(body, 0);
  return used;

  function collect(value: unknown, depth: number): void {
    if (depth > maxDepth) for (const feature of features) used.add(feature);
    else if (Array.isArray(value)) for (const each of value) collect(each, depth + 1);
    else if (isRecord(value)) for (const [field, each] of Object.entries(value)) collectField(field, each, depth);
  }

  function collectField(field: string, value: unknown, depth: number): void {
    const name = comparedName(field);
    for (const feature of featuresOfField(name, value)) used.add(feature);
    // The fields of a tool are data: a parameter can have any name.
    const isData = toolFields.has(name) || skippedFields.has(name) || schemaField.test(name);
    if (!isData) collect(value, depth + 1);
  }
}

/** Whether a body requests a reply that goes on at the provider after the response, with OpenAI's Responses API. */
export function isInBackground(body: JsonRecord): boolean {
  return Object.entries(body).some(([field, value]) => comparedName(field) === "background" && isOn(value));
}

/** Whether a lenient server reads a value as true. */
function isOn(value: unknown): boolean {
  return /^(true|1|on|yes|y|t)$/i.test(String(value));
}

/** Returns the features of a field itself. */
function featuresOfField(name: string, value: unknown): readonly CalledFeature[] {
  if (isOff(value)) return [];
  // An empty object turns a search on, with its defaults.
  if (toolFields.has(name) || searchField.test(name)) return featuresOfTools(value);
  if (isRecord(value) && Object.keys(value).length === 0) return [];
  if (messageFields.has(name)) return hasAudio(value) ? ["voice"] : [];
  if (modalityFields.has(name)) return featuresOfModalities(value);
  const feature = featureByField.get(name);
  return feature ? [feature] : [];
}

/** Whether a setting is off: absent, false, or an empty list. */
function isOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
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
