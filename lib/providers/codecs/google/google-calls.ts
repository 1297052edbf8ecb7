import type { ChatEvent } from "@/lib/chat/event";
import { type JsonRecord, listOf, printJson, recordOf, stringOf } from "@/lib/json";

/** Maximum depth of a path into the arguments; no tool schema is deeper. */
const maxDepth = 32;

/**
 * Parses one `functionCall` of a reply: a complete call, or, if it has no name, values that continue the last call.
 *
 * @param signature must be sent back with the call; of parallel calls, only the first has one
 */
export function callEvents(call: JsonRecord, signature: string): ChatEvent[] {
  const name = stringOf(call.name);
  const key = stringOf(call.id) ? { id: stringOf(call.id) } : {};
  const argumentsText = Object.keys(recordOf(call.args)).length > 0 ? (printJson(call.args) ?? "") : "";
  return [
    ...(name ? [{ type: "tool-call-start" as const, ...key, name, ...(signature && { signature }) }] : []),
    ...(argumentsText ? [{ type: "tool-call-delta" as const, ...key, argumentsText }] : []),
    ...listOf(call.partialArgs).flatMap((value) => valueEvents(recordOf(value), key)),
  ];
}

function valueEvents(partial: JsonRecord, key: { readonly id?: string }): ChatEvent[] {
  const path = readPath(stringOf(partial.jsonPath));
  const value = valueIn(partial);
  return path === undefined || value === undefined ? [] : [{ type: "tool-call-value", ...key, path, value }];
}

/** Returns the value of a partial argument. The field that is present determines the type. */
function valueIn({ stringValue, numberValue, boolValue, nullValue }: JsonRecord) {
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return nullValue === undefined ? undefined : null;
}

/**
 * Parses a JSON path such as `$.tags[0]`. Returns undefined for other syntax, for the root and for paths that are too
 * deep.
 */
function readPath(jsonPath: string): (string | number)[] | undefined {
  const steps = [...jsonPath.slice(1).matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)];
  const isAllRead = jsonPath === `$${steps.map(([step]) => step).join("")}`;
  if (!isAllRead || steps.length === 0 || steps.length > maxDepth) return undefined;
  return steps.map(([, name, position]) => name ?? Number(position));
}
