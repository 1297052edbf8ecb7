import type { ReplyError } from "@/lib/chat/message";
import { isRecord, type JsonRecord, parseJson, recordOf, stringOf } from "@/lib/json";
import type { HttpCall } from "@/lib/providers/provider";

/** Paths of the parameters in request bodies that a call works without. */
const optionalParameters = [
  "reasoning.summary",
  "reasoning.effort",
  "reasoning_effort",
  "text.verbosity",
  "verbosity",
  "reasoning",
  "thinking",
  "output_config.format",
  "output_config",
  "generationConfig.thinkingConfig",
  "generationConfig.responseJsonSchema",
  "generationConfig.responseMimeType",
  "generationConfig.imageConfig",
  "response_format",
  "text.format",
  "background",
  "output_format",
  "enable_thinking",
  "thinking_budget",
  "parameters.enable_thinking",
  "parameters.thinking_budget",
  "chat_template_kwargs",
  "stream",
  "stream_options",
  "cache_control",
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "seed",
  "stop",
  "presence_penalty",
  "frequency_penalty",
] as const;

/** A parameter that a call works without, or with another name (`max_tokens`). */
export type OptionalParameter = (typeof optionalParameters)[number] | "max_tokens";

/** The message of OpenAI's reasoning models for the older name of the token limit, behind a deployment or gateway. */
const namesNewLimit = /\bmax_tokens\b.*\bmax_completion_tokens\b/s;

const invalidSchema = /^invalid schema\b/i;

const refusalWords = /unsupported|not support|unknown|unrecognized|not permitted|not allowed|deprecated|unexpected/i;

/**
 * Returns the optional parameter that a provider refuses by name; undefined for other errors.
 *
 * OpenAI names it in `param`, as for summaries of reasoning, which it refuses to organizations that are not verified.
 * Other servers quote it in the message. https://github.com/windmill-labs/windmill/pull/10147
 */
export function refusedParameter({ kind, message, body = "" }: ReplyError): OptionalParameter | undefined {
  if (kind !== "bad-request") return undefined;
  if (namesNewLimit.test(message)) return "max_tokens";
  // The user's schema is wrong, and the message says where.
  if (invalidSchema.test(message)) return undefined;
  const { error, param } = recordOf(parseJson(body));
  const named = stringOf(recordOf(error).param) || stringOf(param);
  if (named !== "") return optionalParameters.find((name) => name === named);
  if (!refusalWords.test(message)) return undefined;
  // Anthropic names it first, as in `output_config.effort: Extra inputs are not permitted`.
  const quoted = [...message.matchAll(/[`'"]([\w.]+)[`'"]|: ([\w.]+)$|^([\w.]+): /g)].map(
    ([, inQuotes, atEnd, first]) => inQuotes ?? atEnd ?? first ?? "",
  );
  return quoted.map(parameterOf).find((name) => name !== undefined);
}

/** Returns the parameter with a name; otherwise the one that an inner field, such as `thinking.type`, belongs to. */
function parameterOf(name: string): OptionalParameter | undefined {
  const exact = optionalParameters.find((each) => each === name || each === googleNames[name]);
  return exact ?? optionalParameters.find((each) => name.startsWith(`${each}.`));
}

/** The fields that Google names without their path. */
const googleNames: Readonly<Record<string, OptionalParameter>> = {
  thinkingLevel: "generationConfig.thinkingConfig",
  thinkingBudget: "generationConfig.thinkingConfig",
  thinkingConfig: "generationConfig.thinkingConfig",
  responseJsonSchema: "generationConfig.responseJsonSchema",
  responseMimeType: "generationConfig.responseMimeType",
  imageConfig: "generationConfig.imageConfig",
};

/** Whether the JSON body of a call has a parameter. */
export function hasParameter(call: HttpCall, name: OptionalParameter): boolean {
  const body = call.body === undefined ? undefined : parseJson(call.body);
  return (
    name.split(".").reduce<unknown>((value, step) => (isRecord(value) ? value[step] : undefined), body) !== undefined
  );
}

/**
 * Returns a call whose JSON body lacks these parameters. Whether to stream is part of the request, so it remains. A
 * refused `max_tokens` gets its newer name.
 */
export function withoutParameters(call: HttpCall, names: ReadonlySet<OptionalParameter>): HttpCall {
  const body = names.size > 0 && call.body !== undefined ? parseJson(call.body) : undefined;
  if (!isRecord(body)) return call;
  const paths = [...names].filter((name) => name !== "stream").map((name) => name.split("."));
  const renamed = names.has("max_tokens") ? withNewLimit(body) : body;
  return { ...call, body: JSON.stringify(paths.reduce(withoutPath, renamed)) };
}

function withNewLimit({ max_tokens, ...others }: JsonRecord): JsonRecord {
  return max_tokens === undefined ? others : { ...others, max_completion_tokens: max_tokens };
}

/** Returns a record without the value at a path, and without objects that become empty. */
function withoutPath(record: JsonRecord, [name = "", ...rest]: readonly string[]): JsonRecord {
  const { [name]: value, ...others } = record;
  if (rest.length === 0) return others;
  if (!isRecord(value)) return record;
  const inner = withoutPath(value, rest);
  return Object.keys(inner).length > 0 ? { ...record, [name]: inner } : others;
}
