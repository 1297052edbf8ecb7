import { estimateTokens } from "@/lib/chat/token-estimate";
import { askWhole } from "@/lib/engine/send-call";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { embedderOf, prefixed } from "@/lib/providers/embedders";
import { type EmbeddingRequest, maxResponseChars } from "@/lib/providers/embedding";
import { refuseOverBudget } from "@/store/costs/budget";
import { countEmbedding } from "@/store/costs/count-calls";
import { type ChosenEmbedder, connectionOf } from "@/store/embeddings/embedding-servers";

/** Timeout of a request, in milliseconds. A server on this computer may load its model first. */
const requestMs = 120_000;

interface Embedding extends Pick<EmbeddingRequest, "inputs" | "purpose"> {
  readonly signal: AbortSignal;
}

/**
 * Requests the vectors of texts, and counts the call. Throws AppError: the kind of the server's error, `network`,
 * `timeout`, or `budget` if the month's budget is spent.
 */
export async function embedTexts(
  { provider, called }: ChosenEmbedder,
  { inputs, purpose, signal }: Embedding,
  env: Environment,
): Promise<readonly (readonly number[])[]> {
  const codec = await embedderOf(provider)?.codec();
  if (!codec) throw new AppError("no-model");
  await refuseOverBudget(called, {}, env);
  const connection = connectionOf(provider);
  const { model } = called;
  // Some servers reject an empty text.
  const texts = prefixed({ model, purpose, inputs: inputs.map((text) => text.trim() || "-") });
  const call = codec.buildRequest({ model, purpose, inputs: texts }, connection);
  const sending = { connection, env, signal, timeoutMs: requestMs, maxChars: maxResponseChars };
  const result = codec.parseResponse(await askWhole(call, sending), texts.length);
  if ("kind" in result) throw new AppError(result.kind, { message: result.message });
  void countEmbedding(called, { tokens: result.tokens, estimated: Math.ceil(estimateTokens(texts.join(""))) }, env);
  return result.vectors;
}
