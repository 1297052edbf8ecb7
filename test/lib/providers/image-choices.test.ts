import { acceptedOptions, imageChoices } from "@/lib/providers/image-choices";
import { ownServer } from "@/lib/providers/places";

test.each([
  ["OpenAI", "dall-e-3", 3],
  ["OpenAI", "gpt-image-1.5", 4],
  ["Azure", "gpt-image-2", 7],
  [ownServer, "openai/gpt-image-2.5-flare", 7],
  ["OpenRouter", "openai/gpt-image-2", 0],
  ["ChatGLM", "cogview-4", 7],
  ["ChatGLM", "CogView-3-Plus", 7],
  ["Google", "gemini-3-pro-image", 3],
  ["Google", "gemini-2.5-flash-image", 0],
  ["OpenRouter", "google/gemini-3-pro-image", 0],
  ["OpenAI", "gpt-4o", 0],
  ["OpenAI", "dall-e-2", 0],
])("at %s, %s has %d image sizes", (place, model, count) => {
  expect(imageChoices(place, model).sizes ?? []).toHaveLength(count);
});

test("only Gemini's image models have aspect ratios, and only gpt-image makes several images", () => {
  expect(imageChoices("Google", "gemini-3.1-flash-image").aspectRatios).toHaveLength(11);
  expect(imageChoices("OpenAI", "gpt-image-2").aspectRatios).toBeUndefined();
  expect(imageChoices("OpenAI", "gpt-image-2").maxCount).toBe(4);
  expect(imageChoices("Google", "gemini-3.1-flash-image").maxCount).toBeUndefined();
});

test("options that a model does not accept are removed, and other values are its defaults", () => {
  const all = { size: "7x7", aspectRatio: "16:9", quality: "low", style: "natural", format: "JPEG", count: 3 } as const;
  expect(acceptedOptions("dall-e-3", all)).toEqual({
    size: "1024x1024",
    quality: "standard",
    style: "natural",
    count: 1,
  });
  expect(acceptedOptions("gemini-3-pro-image", all)).toEqual({ size: "1K", aspectRatio: "16:9", count: 1 });
  expect(acceptedOptions("gpt-5", all)).toEqual({ count: 1 });
});
