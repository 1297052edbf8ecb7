import type { ReplyError } from "@/lib/chat/message";
import type { Connection, HttpCall, WholeResponse } from "@/lib/providers/provider";
import * as z from "@/lib/zod";

/** Texts to compute vectors for. Vectors of questions are compared with those of documents. */
export interface EmbeddingRequest {
  readonly model: string;
  readonly inputs: readonly string[];
  readonly purpose: "document" | "query";
}

/** The vectors of a request, in the order of its texts. */
export interface Embeddings {
  readonly vectors: readonly (readonly number[])[];
  /** Tokens of all texts, if the server reports them. */
  readonly tokens?: number;
}

/** Translates requests for vectors of texts. Pure. */
export interface EmbeddingCodec {
  buildRequest(request: EmbeddingRequest, connection: Connection): HttpCall;
  /** Returns one vector for each of `count` texts, or the service's error. Never throws. */
  parseResponse(response: WholeResponse, count: number): Embeddings | ReplyError;
}

/** Limits of a request: texts, and characters of all of them. OpenAI takes 2,048 texts, Gemini 100. */
export const requestLimits = { texts: 32, chars: 40_000 } as const;

/** Maximum length of a response, in characters: 32 vectors of 4,096 numbers with 20 digits. */
export const maxResponseChars = 4_000_000;

/** Maximum numbers of a vector. The largest known models have 4,096. */
const maxDimensions = 4096;

/** A vector from a server: finite numbers. */
export const vectorSchema = z.array(z.number()).check(z.minLength(1), z.maxLength(maxDimensions));

/** Maximum tokens of a request that are believed. */
const maxTokens = 1_000_000;

/** Returns vectors if there is one of the same length for each text; otherwise the error of an unknown response. */
export function checkedEmbeddings(
  vectors: readonly (readonly number[])[] | undefined,
  count: number,
  tokens: number | undefined,
): Embeddings | ReplyError {
  const isComplete = vectors?.length === count && vectors.every(({ length }) => length === vectors[0]?.length);
  if (!isComplete) return { kind: "protocol", code: null, message: "" };
  const isBelieved = tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= maxTokens;
  return { vectors, ...(isBelieved && { tokens }) };
}
