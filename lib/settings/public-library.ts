import { messageFields } from "@/lib/chat/message-schema";
import { modelSettings } from "@/lib/chat/model-settings";
import { isRecord, type JsonRecord } from "@/lib/json";

/** Fields of a mask that are not objects with fields of their own. */
const maskFields = [
  "id",
  "createdAt",
  "avatar",
  "name",
  "description",
  "category",
  "context",
  "hideContext",
  "syncGlobalConfig",
  "modelConfig",
  "lang",
  "builtin",
  "plugin",
  "toolsOff",
  "toolsAsText",
  "webSearch",
  "enableArtifacts",
  "enableCodeFold",
];

/** Parts of a URL query's names that mean a key. */
const secretName = /token|secret|passw|credential|signature|(^|[^a-z])(api|access)?[-_]?(key|pwd|sig|auth)($|[^a-z])/i;

/**
 * Returns a mask with the fields that masks have. Others are named and left out, because a key among them would be
 * published.
 */
export function publicMask(mask: JsonRecord, path: string, problems: string[]): JsonRecord {
  const { context, modelConfig, ...others } = withFields(mask, maskFields, path, problems);
  const messages = Array.isArray(context) ? context.filter(isRecord) : undefined;
  return {
    ...others,
    ...(messages && {
      context: messages.map((message, index) =>
        withFields(message, Object.keys(messageFields), `${path}.context.${index}`, problems),
      ),
    }),
    ...(isRecord(modelConfig) && {
      modelConfig: withFields(modelConfig, Object.keys(modelSettings), `${path}.modelConfig`, problems),
    }),
  };
}

function withFields(value: JsonRecord, names: readonly string[], path: string, problems: string[]): JsonRecord {
  const entries = Object.entries(value).filter(([name]) => {
    if (!names.includes(name)) problems.push(`${path}.${name} is unknown`);
    return names.includes(name);
  });
  return Object.fromEntries(entries);
}

/** Returns the reason that an address of an MCP server must not be published; undefined if it contains no secret. */
export function addressSecret(address: string): string | undefined {
  if (!URL.canParse(address)) return "must be an address with https://";
  const { username, password, searchParams, hash } = new URL(address);
  if (username + password !== "") return "contains a name or a password";
  const names = [...searchParams.keys(), ...new URLSearchParams(hash.slice(1)).keys()];
  return names.some((name) => secretName.test(name)) ? "contains a key in its query" : undefined;
}
