import type { ChatEvent } from "@/lib/chat/event";
import { type JsonRecord, listOf, printJson, recordOf, stringOf } from "@/lib/providers/json";

/** Deeper places are none that a tool's schema has. */
const maxDepth = 32;

/**
 * Reads one `functionCall` of a reply: a call that is whole, or, without a name, values that go on with the last one.
 *
 * @param signature is wanted back with the call; of calls that came together only the first has one
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

/** Which of four fields is there says of what kind the value is. */
function valueIn({ stringValue, numberValue, boolValue, nullValue }: JsonRecord) {
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return nullValue === undefined ? undefined : null;
}

/** Takes a place such as `$.tags[0]` apart; returns nothing for one that is written otherwise, or leads nowhere. */
function readPath(jsonPath: string): (string | number)[] | undefined {
  const steps = [...jsonPath.slice(1).matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)];
  const isAllRead = jsonPath === `$${steps.map(([step]) => step).join("")}`;
  if (!isAllRead || steps.length === 0 || steps.length > maxDepth) return undefined;
  return steps.map(([, name, position]) => name ?? Number(position));
}
