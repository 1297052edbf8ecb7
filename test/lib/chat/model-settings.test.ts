import { modelSettings } from "@/lib/chat/model-settings";
import { readFields } from "@/lib/fields/fields";

const defaults = {
  model: "gpt-4o-mini",
  providerName: "OpenAI",
  thinking: "auto",
  verbosity: "auto",
  temperature: 0.5,
  top_p: 1,
  max_tokens: 4000,
  presence_penalty: 0,
  frequency_penalty: 0,
  seed: "",
  stop: "",
  top_k: "",
  min_p: "",
  num_ctx: "",
  keep_alive: "auto",
  sendMemory: true,
  historyMessageCount: 4,
  sendsWholeHistory: false,
  compressMessageLengthThreshold: 1000,
  compressModel: "",
  compressProviderName: "",
  enableInjectSystemPrompts: true,
  template: "{{input}}",
  size: "1024x1024",
  quality: "standard",
  style: "vivid",
  aspectRatio: "auto",
  background: "auto",
  imageFormat: "PNG",
  imageCount: 1,
};

test("has the specification's defaults", () => {
  expect(readFields(modelSettings, undefined)).toEqual(defaults);
});

test.each([
  ["temperature", -1, 0],
  ["temperature", 3, 2],
  ["temperature", "hot", 1],
  ["top_p", 2, 1],
  ["max_tokens", -1, 0],
  ["max_tokens", 600_000, 512_000],
  ["max_tokens", Number.NaN, 1024],
  ["presence_penalty", -3, -2],
  ["frequency_penalty", 3, 2],
  ["historyMessageCount", 65, 64],
  ["historyMessageCount", -1, 0],
  ["compressMessageLengthThreshold", 100, 500],
  ["quality", "ultra", "standard"],
  ["style", 7, "vivid"],
  ["quality", "medium", "medium"],
  ["aspectRatio", "16:9", "16:9"],
  ["aspectRatio", "1:100", "auto"],
  ["background", "red", "auto"],
  ["imageFormat", "gif", "PNG"],
  ["imageCount", 9, 4],
  ["imageCount", 0, 1],
  ["seed", "half typed", "half typed"],
  ["seed", 42, ""],
  ["thinking", "high", "high"],
  ["thinking", "xhigh", "auto"],
  ["verbosity", "on", "auto"],
  ["keep_alive", "oneHour", "oneHour"],
  ["keep_alive", "5m", "auto"],
])("parses %s %p as %p", (name, value, expected) => {
  expect(readFields(modelSettings, { [name]: value })).toEqual({ ...defaults, [name]: expected });
});
