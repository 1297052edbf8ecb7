import type { ReplyError } from "@/lib/chat/message";
import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import { refusedParameter, withoutParameters } from "@/lib/providers/optional-parameters";

function refusalOf(error: unknown, status = 400): string | undefined {
  return refusedParameter(errorOfResponse({ status, body: JSON.stringify(error) }));
}

const useNewLimit =
  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";

test.each([
  [{ error: { message: "Your organization must be verified.", param: "reasoning.summary" } }, "reasoning.summary"],
  [{ error: { message: "Your organization must be verified to stream this model.", param: "stream" } }, "stream"],
  [{ error: { message: "Unsupported value: 'temperature' does not support 0.5 with this model." } }, "temperature"],
  [{ error: { message: "Unsupported parameter: 'text.verbosity'", param: "text.verbosity" } }, "text.verbosity"],
  [{ error: { message: "Unrecognized request argument supplied: reasoning_effort" } }, "reasoning_effort"],
  [{ type: "error", error: { type: "invalid_request_error", message: "`top_k` is deprecated." } }, "top_k"],
  [{ error: { message: "cache_control: Extra inputs are not permitted" } }, "cache_control"],
  [{ error: { message: "output_config.format: Extra inputs are not permitted" } }, "output_config.format"],
  [
    {
      error: {
        message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
        param: "response_format",
      },
    },
    "response_format",
  ],
  [{ error: { message: "Unrecognized request argument supplied: response_format" } }, "response_format"],
  [{ error: { message: "Invalid schema for response_format 'answer'.", param: "response_format" } }, undefined],
  [{ error: { message: "Invalid schema for response_format 'answer'.", param: "text.format.schema" } }, undefined],
  [{ error: { message: "output_config.format.schema: additionalProperties must be false" } }, undefined],
  [
    { error: { message: "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field." } },
    "generationConfig.responseJsonSchema",
  ],
  [{ error: { message: "Unknown parameter: 'background'.", param: "background" } }, "background"],
  [{ error: { message: "output_config.effort: Extra inputs are not permitted" } }, "output_config"],
  [
    { error: { message: '"thinking.type.enabled" is not supported for this model. Use "output_config.effort".' } },
    "thinking",
  ],
  [
    { error: { message: "Unknown name \"thinkingLevel\" at 'generation_config.thinking_config': Cannot find field." } },
    "generationConfig.thinkingConfig",
  ],
  [{ error: { message: "Unsupported value: 'temperature'", param: "messages[0].role" } }, undefined],
  [{ error: { message: "The temperature is not supported." } }, undefined],
  [{ error: { message: "Invalid 'temperature': 3." } }, undefined],
  [{ error: { message: "Unknown parameter: 'tools'", param: "tools" } }, undefined],
  [{ error: { message: useNewLimit, param: "max_tokens", code: "unsupported_parameter" } }, "max_tokens"],
  [{ error: { message: useNewLimit } }, "max_tokens"],
  [{ error: { message: "max_tokens is too large: 999999.", param: "max_tokens" } }, undefined],
  [{ error: { message: "Unknown parameter: 'max_completion_tokens'. Use 'max_tokens'." } }, undefined],
])("%j refuses %p", (error, name) => {
  expect(refusalOf(error)).toBe(name);
});

test("other kinds of errors refuse no parameter", () => {
  expect(refusalOf({ error: { message: "No.", param: "temperature" } }, 401)).toBeUndefined();
  const error: ReplyError = { kind: "bad-request", code: null, message: "" };
  expect(refusedParameter(error)).toBeUndefined();
});

test("a call loses refused parameters, and objects that become empty", () => {
  const body = {
    model: "m",
    temperature: 1,
    reasoning: { summary: "auto" },
    text: { verbosity: "low", format: {} },
    stream: false,
  };
  const call = { method: "POST", url: "https://provider.test/", headers: {}, body: JSON.stringify(body) } as const;
  const names = new Set(["temperature", "reasoning.summary", "text.verbosity", "stream", "top_p"] as const);
  expect(JSON.parse(withoutParameters(call, names).body ?? "")).toEqual({
    model: "m",
    text: { format: {} },
    stream: false,
  });
  expect(withoutParameters(call, new Set())).toBe(call);
  expect(withoutParameters({ ...call, body: "no JSON" }, names).body).toBe("no JSON");
});

test("a refused max_tokens gets its newer name", () => {
  const callWith = (body: object) => ({ method: "POST", url: "", headers: {}, body: JSON.stringify(body) }) as const;
  const names = new Set(["max_tokens", "temperature"] as const);
  const renamed = (body: object) => JSON.parse(withoutParameters(callWith(body), names).body ?? "");
  expect(renamed({ model: "m", max_tokens: 10, temperature: 1 })).toEqual({ model: "m", max_completion_tokens: 10 });
  expect(renamed({ model: "m" })).toEqual({ model: "m" });
});
