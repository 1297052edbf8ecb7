import { modelSettings } from "@/lib/chat/model-settings";
import { imageSizesOf, modelRows } from "@/lib/models/model-rows";

const usual = [
  "temperature",
  "max_tokens",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "historyMessageCount",
  "sendsWholeHistory",
  "sendMemory",
  "compressMessageLengthThreshold",
  "enableInjectSystemPrompts",
  "template",
];

test.each([
  ["OpenAI", "gpt-4o", usual],
  [
    "Google",
    "gemini-2.5-pro",
    [
      "temperature",
      "max_tokens",
      "top_p",
      "historyMessageCount",
      "sendsWholeHistory",
      "sendMemory",
      "compressMessageLengthThreshold",
    ],
  ],
  ["OpenAI", "dall-e-3", [...usual, "quality", "style"]],
])("lists the settings rows of %s, %s", (providerName, model, rows) => {
  expect(modelRows({ model, providerName })).toEqual(rows);
});

test("every setting has a row, or is set by the model or size row", () => {
  const ofOtherRows = ["model", "providerName", "compressModel", "compressProviderName", "size"];
  const rows = modelRows({ model: "dall-e-3", providerName: "OpenAI" });
  expect([...rows, ...ofOtherRows].sort()).toEqual(Object.keys(modelSettings).sort());
});

test.each([
  ["dall-e-3", 3],
  ["cogview-4", 7],
  ["CogView-3-Plus", 7],
  ["gpt-4o", 0],
  ["dall-e-2", 0],
])("%s has %d image sizes", (model, count) => {
  expect(imageSizesOf(model)).toHaveLength(count);
});
