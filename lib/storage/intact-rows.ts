import { type Mask, readModelConfig } from "@/lib/chat/mask";
import { type Content, type Message, maxBranchNameChars } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import { tagLimits } from "@/lib/chat/tag-limits";
import {
  maxViewResultChars,
  maxViewUriChars,
  toolProblems,
  toolSourceKinds,
  toolStates,
  viewScheme,
} from "@/lib/chat/tool";
import { replyErrorKinds } from "@/lib/errors";
import { isTextList } from "@/lib/fields/fields";
import { boundedCount, boundedOrder, boundedTime } from "@/lib/fields/time";
import { isRecord } from "@/lib/json";
import type { MessageRecord } from "@/lib/storage/catalogue";

// The first screen reads rows without the schemas, which are loaded later (validate-rows.ts). A row is intact if its
// schema would return it unchanged. The checks may reject valid rows: the schemas decide about those.

type Types = Readonly<Record<string, "string" | "number" | "boolean">>;

const messageTypes: Types = {
  reasoning: "string",
  reasoningMs: "number",
  firstByteMs: "number",
  totalMs: "number",
  receivingMs: "number",
  model: "string",
  providerName: "string",
  streaming: "boolean",
  stopped: "boolean",
  isCut: "boolean",
  isError: "boolean",
  isMcpResponse: "boolean",
  parentId: "string",
  isAside: "boolean",
  branchName: "string",
  comparison: "string",
  column: "number",
  audio_url: "string",
};
const errorTypes: Types = {
  kind: "string",
  message: "string",
  status: "number",
  body: "string",
  retryAfterMs: "number",
  seconds: "number",
};
const toolTypes: Types = {
  id: "string",
  name: "string",
  argumentsText: "string",
  textBefore: "number",
  signature: "string",
  result: "string",
  isError: "boolean",
  state: "string",
  kind: "string",
  source: "string",
  ownName: "string",
  host: "string",
  isReading: "boolean",
  progress: "string",
  problem: "string",
  ms: "number",
  client: "string",
};
const maskTypes: Types = {
  description: "string",
  category: "string",
  hideContext: "boolean",
  toolsAsText: "boolean",
  webSearch: "boolean",
  knowledge: "string",
  enableArtifacts: "boolean",
  enableCodeFold: "boolean",
};

/** Returns an intact chat head; undefined if only its schema can read it. Missing model settings become the default. */
export function readIntactHead(row: unknown): ChatSession | undefined {
  if (!isIntactHead(row)) return undefined;
  const { mask } = row;
  return { ...row, mask: { ...mask, modelConfig: readModelConfig(mask.modelConfig) } };
}

function isIntactHead(row: unknown): row is ChatSession {
  return (
    isOpenRecord(row) &&
    isNonEmptyText(row.id) &&
    typeof row.topic === "string" &&
    isOptional("string", row.preview) &&
    typeof row.memoryPrompt === "string" &&
    isUnchanged(row.lastUpdate, boundedTime) &&
    isUnchanged(row.lastSummarizeIndex, boundedCount) &&
    (row.clearContextIndex === undefined || isUnchanged(row.clearContextIndex, boundedCount)) &&
    isIntactMask(row.mask) &&
    isUnchanged(row.messageCount, boundedCount) &&
    isUnchanged(row.order, boundedOrder) &&
    isOptional("boolean", row.pinned) &&
    isOptional("boolean", row.enableFacts) &&
    (row.projectId === undefined || isNonEmptyText(row.projectId)) &&
    (row.tags === undefined || areTags(row.tags)) &&
    (row.deletedAt === undefined || isUnchanged(row.deletedAt, boundedTime))
  );
}

function isIntactMask(mask: unknown): mask is Mask {
  return (
    isOpenRecord(mask) &&
    hasTypes(mask, maskTypes) &&
    typeof mask.id === "string" &&
    isUnchanged(mask.createdAt, boundedTime) &&
    typeof mask.avatar === "string" &&
    typeof mask.name === "string" &&
    Array.isArray(mask.context) &&
    mask.context.every(isIntactMessage) &&
    typeof mask.syncGlobalConfig === "boolean" &&
    typeof mask.lang === "string" &&
    typeof mask.builtin === "boolean" &&
    isTextList(mask.plugin) &&
    (mask.toolsOff === undefined || (isOpenRecord(mask.toolsOff) && Object.values(mask.toolsOff).every(isTextList)))
  );
}

/** Returns an intact message of a chat; undefined if only its schema can read it. */
export function readIntactMessage(row: unknown): MessageRecord | undefined {
  const isIntact = isIntactMessage(row) && "sessionId" in row && typeof row.sessionId === "string";
  return isIntact && "seq" in row && Number.isFinite(row.seq) ? (row as MessageRecord) : undefined;
}

function isIntactMessage(row: unknown): row is Message {
  return (
    isOpenRecord(row) &&
    hasTypes(row, messageTypes) &&
    isNonEmptyText(row.id) &&
    (row.role === "user" || row.role === "assistant" || row.role === "system") &&
    isContent(row.content) &&
    isUnchanged(row.date, boundedTime) &&
    !(typeof row.branchName === "string" && row.branchName.length > maxBranchNameChars) &&
    (row.error === undefined || isReplyError(row.error)) &&
    (row.usage === undefined || isUsage(row.usage)) &&
    (row.cost === undefined || isRecord(row.cost)) &&
    (row.blend === undefined || isRecord(row.blend)) &&
    (row.missingTools === undefined || isMissingTools(row.missingTools)) &&
    (row.sources === undefined || (Array.isArray(row.sources) && row.sources.every(isSource))) &&
    (row.phases === undefined || (Array.isArray(row.phases) && row.phases.every(isPhase))) &&
    (row.thoughtParts === undefined || (Array.isArray(row.thoughtParts) && row.thoughtParts.every(isThoughtPart))) &&
    (row.tools === undefined || (Array.isArray(row.tools) && row.tools.every(isTool)))
  );
}

function isContent(content: unknown): content is Content {
  return typeof content === "string" || (Array.isArray(content) && content.every(isPart));
}

function isPart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  if (part.type === "text") return isClosedRecord(part, { type: "string", text: "string" }, ["text"]);
  const { image_url, ...rest } = part;
  return (
    part.type === "image_url" &&
    isClosedRecord(rest, { type: "string", signature: "string" }) &&
    isClosedRecord(image_url, { url: "string" }, ["url"])
  );
}

function isReplyError(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, ...rest } = error;
  return (
    (code === null || typeof code === "string") &&
    isClosedRecord(rest, errorTypes, ["message"]) &&
    isOneOf(replyErrorKinds, rest.kind)
  );
}

/** Whether a value has token counts only. Their names are not compared with a table, which the first screen would load. */
function isUsage(usage: unknown): boolean {
  return (
    isRecord(usage) && Object.entries(usage).every(([name, count]) => name.endsWith("Tokens") && Number.isFinite(count))
  );
}

function isTool(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  const { media, view, ...rest } = tool;
  return (
    isClosedRecord(rest, toolTypes, ["id", "name", "argumentsText"]) &&
    (rest.state === undefined || isOneOf(toolStates, rest.state)) &&
    (rest.kind === undefined || isOneOf(toolSourceKinds, rest.kind)) &&
    (rest.problem === undefined || isOneOf(toolProblems, rest.problem)) &&
    (media === undefined || (Array.isArray(media) && media.every(isMedia))) &&
    (view === undefined || isView(view))
  );
}

const viewTypes = { server: "string", uri: "string", result: "string", seal: "string" } as const;

function isView(view: unknown): boolean {
  if (!isClosedRecord(view, viewTypes, ["server", "uri"])) return false;
  const { uri, result = "" } = view;
  return (
    typeof uri === "string" &&
    typeof result === "string" &&
    uri.startsWith(viewScheme) &&
    uri.length <= maxViewUriChars &&
    result.length <= maxViewResultChars
  );
}

function isMissingTools(missing: unknown): boolean {
  if (!isRecord(missing)) return false;
  const { sources, beyondLimit, search, ...rest } = missing;
  const isSearch = search === undefined || isOneOf(["unsupported", "with-tools"], search);
  return (
    isSearch && isTextList(sources) && isTextList(beyondLimit) && isClosedRecord(rest, { more: "number" }, ["more"])
  );
}

function isSource(source: unknown): boolean {
  return (
    isClosedRecord(source, { url: "string", title: "string", quote: "string" }, ["url"]) &&
    /^https?:\/\//i.test(String(source.url))
  );
}

function isPhase(phase: unknown): boolean {
  return isClosedRecord(phase, { start: "number", phase: "string" }, ["start", "phase"]);
}

const thoughtPartTypes = { start: "number", textBefore: "number", callsBefore: "number" } as const;

function isThoughtPart(part: unknown): boolean {
  return isClosedRecord(part, thoughtPartTypes, Object.keys(thoughtPartTypes));
}

function isMedia(media: unknown): boolean {
  return isClosedRecord(media, { type: "string", url: "string" }, ["type", "url"]);
}

function isNonEmptyText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isOneOf(options: readonly string[], value: unknown): boolean {
  return options.some((option) => option === value);
}

/** Whether a value is a finite number that a bound leaves as it is. */
function isUnchanged(value: unknown, bound: (value: number) => number): boolean {
  return typeof value === "number" && Object.is(bound(value), value);
}

/** Whether a value is a list of tags within the limits. Doubled ones are harmless. */
function areTags(tags: unknown): boolean {
  return (
    isTextList(tags) &&
    tags.length > 0 &&
    tags.length <= tagLimits.count &&
    tags.every((tag) => tag !== "" && tag === tag.trim() && tag.length <= tagLimits.chars)
  );
}

/** Whether a value is missing or has a type; numbers must be finite. */
function isOptional(type: Types[string], value: unknown): boolean {
  return value === undefined || (typeof value === type && (type !== "number" || Number.isFinite(value)));
}

/** Whether the declared fields of a record are missing or have their types. */
function hasTypes(record: Readonly<Record<string, unknown>>, types: Types): boolean {
  return Object.entries(types).every(([name, type]) => isOptional(type, record[name]));
}

/** Whether a value is a record that may have further fields. */
function isOpenRecord(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Object.hasOwn(value, "__proto__");
}

/** Whether a value is a record that has only declared fields, each of its type, and the required ones. */
function isClosedRecord(
  value: unknown,
  types: Types,
  required: readonly string[] = [],
): value is Record<string, unknown> {
  if (!isRecord(value) || !hasTypes(value, types)) return false;
  const names = Object.keys(value);
  return names.every((name) => Object.hasOwn(types, name)) && required.every((name) => value[name] !== undefined);
}
