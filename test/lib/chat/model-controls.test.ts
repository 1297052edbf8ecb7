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

test.each([
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
