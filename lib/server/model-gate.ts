import * as v from "valibot";
import { refuse } from "@/lib/server/error-response";
import { readBody } from "@/lib/server/request-body";
import type { ServerConfig } from "@/lib/server/server-config";

const modelCall = v.looseObject({ model: v.string() });

/** Tells whether a model belongs to the family that DISABLE_GPT4 switches off (§4.7), however it is written. */
export function isGpt4Family(model: string): boolean {
  const name = canonicalName(model).toLowerCase();
  return /^(gpt-4|chatgpt-4o|o1)/.test(name) && !name.startsWith("gpt-4o-mini");
}

/**
 * Answers the body to send on, after the model in it was checked; the body of a server without such a rule is the
 * caller's stream, unread.
 *
 * The model that is checked is the model that is sent (C3.1): the body is parsed once and written anew.
 */
export async function permittedBody(
  body: ReadableStream<Uint8Array>,
  config: ServerConfig,
): Promise<ReadableStream<Uint8Array> | string> {
  if (!config.disableGPT4) return body;
  const call = v.safeParse(modelCall, parseJson(await readBody(body)));
  if (!call.success) throw refuse("malformed");
  const model = canonicalName(call.output.model);
  if (isGpt4Family(model)) throw refuse("model-not-allowed");
  return JSON.stringify({ ...call.output, model });
}

function canonicalName(model: string): string {
  return model.normalize("NFKC").trim();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse("malformed");
  }
}
