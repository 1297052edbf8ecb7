import { AppError } from "@/lib/errors";
import { isRecord, type JsonRecord, parseJson } from "@/lib/json";
import { type ExtraProblem, readObject } from "@/lib/providers/extra-headers";
import type { ChatCodec } from "@/lib/providers/provider";

/** Fields of a request on which the app depends: of chat completions, the Responses API and Gemini. */
const refusedFields = new Set(["messages", "input", "contents", "model", "stream", "tools", "__proto__"]);

/** Fields that some servers read a key from. The key of a connection is never replaced by its body. */
const keyFields = /^(x[-_]?)?(api[-_]?key|key|secret[-_]?key|access[-_]?token|authorization|bearer)$/i;

/**
 * Reads an extra body from JSON: an object whose fields replace those of a request; `null` removes a field. Empty text
 * has no fields. Never throws.
 */
export function readExtraBody(text: string): { readonly fields: JsonRecord } | ExtraProblem {
  const read = readObject(text);
  if (!("fields" in read)) return read;
  const name = Object.keys(read.fields).find((each) => refusedFields.has(each) || keyFields.test(each));
  return name === undefined ? read : { kind: "nameRefused", name };
}

/**
 * Returns a codec that adds the connection's extra body to each request. Without one, requests are unchanged. Building a
 * request throws `extra-body` if the stored text is invalid: a sync, an import or an edited backup may have brought it.
 */
export function withExtraBody(codec: ChatCodec): ChatCodec {
  return {
    ...codec,
    buildRequest(request, connection) {
      const call = codec.buildRequest(request, connection);
      const extra = readExtraBody(connection.options?.extraBody ?? "");
      if (!("fields" in extra)) throw new AppError("extra-body", { message: "" });
      if (Object.keys(extra.fields).length === 0 || call.body === undefined) return call;
      const body = parseJson(call.body);
      return isRecord(body) ? { ...call, body: JSON.stringify(merged(body, extra.fields)) } : call;
    },
  };
}

function merged(body: JsonRecord, extra: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries({ ...body, ...extra }).filter(([, value]) => value !== null));
}
