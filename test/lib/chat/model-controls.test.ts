import { maxSchemaChars, readSchema } from "@/lib/chat/answer-format";
import { readContextLength } from "@/lib/chat/context-length";
import { controlsOf } from "@/lib/chat/model-controls";
import { readMinP, readSeed, readStops, readTopK } from "@/lib/chat/sampling-texts";
import { usualSettings } from "../../support/chat-samples";

test("the default settings have no controls", () => {
  expect(controlsOf(usualSettings)).toBeUndefined();
});

test("chosen settings are controls; texts without a meaning are not", () => {
  const settings = { thinking: "low", verbosity: "high", seed: "7", stop: "END", top_k: "forty", min_p: "2" } as const;
  expect(controlsOf({ ...usualSettings, ...settings })).toEqual({
    thinking: "low",
    verbosity: "high",
    seed: 7,
    stop: ["END"],
  });
});

const object = '{"type":"object"}';

test.each([
  ["text", object, undefined],
  ["json", "", { answer: { type: "json" } }],
  ["schema", object, { answer: { type: "schema", schema: { type: "object" } } }],
  ["schema", "", undefined],
  ["schema", '{"type":', undefined],
] as const)("answers as %s with the schema %j are controlled by %j", (answerFormat, answerSchema, controls) => {
  expect(controlsOf({ ...usualSettings, answerFormat, answerSchema })).toEqual(controls);
});

test.each([
  [object, { type: "object" }],
  [` ${object}\n`, { type: "object" }],
  ["{}", undefined],
  ["[]", undefined],
  ['"object"', undefined],
  ["{type: object}", undefined],
  [JSON.stringify({ description: "x".repeat(maxSchemaChars) }), undefined],
])("a schema is read from JSON of a bounded length (%#)", (text, schema) => {
  expect(readSchema(text)).toEqual(schema);
});

test.each([
  ["16384", undefined, 16_384],
  ["16384", 8192, 8192],
  ["16384", 32_768, 16_384],
  ["511", 8192, undefined],
])("a context length of %s with a window of %p is requested as %p", (num_ctx, window, contextLength) => {
  const expected = contextLength === undefined ? { keepAlive: "forever" } : { contextLength, keepAlive: "forever" };
  expect(controlsOf({ ...usualSettings, num_ctx, keep_alive: "forever" }, window)).toEqual(expected);
});

test.each([
  [readContextLength, "512", 512],
  [readContextLength, " 8192 ", 8192],
  [readContextLength, "511", undefined],
  [readContextLength, "8k", undefined],
  [readContextLength, "-1", undefined],
  [readContextLength, "10000001", undefined],
  [readSeed, "42", 42],
  [readSeed, " -3 ", -3],
  [readSeed, "", undefined],
  [readSeed, "1.5", undefined],
  [readSeed, "1".repeat(20), undefined],
  [readTopK, "40", 40],
  [readTopK, "-1", -1],
  [readTopK, "-2", undefined],
  [readMinP, "0.05", 0.05],
  [readMinP, "0,05", 0.05],
  [readMinP, ".5", 0.5],
  [readMinP, "1", 1],
  [readMinP, "1.5", undefined],
  [readMinP, "0.", undefined],
  [readStops, "", undefined],
  [readStops, " , ", undefined],
  [readStops, "END, </s>", ["END", "</s>"]],
  [readStops, "\\n\\n,a\\,b,\\\\", ["\n\n", "a,b", "\\"]],
  [readStops, "a,b,c,d", ["a", "b", "c", "d"]],
  [readStops, "a,b,c,d,e", undefined],
])("%p reads %j as %j", (read, text, value) => {
  expect(read(text)).toEqual(value);
});
