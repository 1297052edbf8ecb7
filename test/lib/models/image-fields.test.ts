import {
  clearedParams,
  filledParams,
  generatesImagesOnRequest,
  imageFieldsOf,
  imageOptionsIn,
  imageStyles,
  missingField,
  sentParams,
  shapeOf,
} from "@/lib/models/image-fields";

const stability = (model: string, params = {}) =>
  imageFieldsOf({ providerName: "Stability", model }, params).map(({ name }) => name);

test.each([
  ["ultra", {}, ["prompt", "negative_prompt", "aspect_ratio", "seed", "output_format"]],
  ["core", {}, ["prompt", "negative_prompt", "aspect_ratio", "style", "seed", "output_format"]],
  ["sd3", {}, ["prompt", "negative_prompt", "aspect_ratio", "model", "seed", "output_format"]],
  ["sd3", { model: "sd3-large-turbo" }, ["prompt", "aspect_ratio", "model", "seed", "output_format"]],
])("lists the fields of Stability's %s with %j", (model, params, names) => {
  expect(stability(model, params)).toEqual(names);
});

test.each([
  ["OpenAI", "dall-e-3", ["prompt", "size", "quality", "style"]],
  ["ChatGLM", "cogview-4", ["prompt", "size"]],
  ["OpenAI", "gpt-image-2", ["prompt", "size", "quality", "background", "output_format"]],
  ["OpenRouter", "openai/gpt-image-2", ["prompt"]],
  ["Google", "gemini-3-pro-image", ["prompt", "size", "aspect_ratio"]],
  ["ChatGLM", "cogvideox-3", ["prompt"]],
])("lists the fields of %s %s", (providerName, model, names) => {
  expect(imageFieldsOf({ providerName, model }).map(({ name }) => name)).toEqual(names);
});

test("has seventeen styles, and a form starts with the defaults", () => {
  expect(imageStyles).toHaveLength(17);
  const fields = imageFieldsOf({ providerName: "Stability", model: "core" });
  expect(filledParams(fields, {})).toEqual({
    prompt: "",
    negative_prompt: "",
    aspect_ratio: "1:1",
    style: "3d-model",
    seed: "0",
    output_format: "png",
  });
});

test("changing the model keeps the values that it supports, and resets the others to its defaults", () => {
  const former = { prompt: "boat", style: "low-poly", output_format: "webp", seed: "7" };
  const sd3 = imageFieldsOf({ providerName: "Stability", model: "sd3" }, former);
  expect(filledParams(sd3, former)).toMatchObject({ prompt: "boat", output_format: "png", seed: "7" });
  const dallE = imageFieldsOf({ providerName: "OpenAI", model: "dall-e-3" }, former);
  expect(filledParams(dallE, former)).toMatchObject({ prompt: "boat", style: "vivid", size: "1024x1024" });
});

test.each(["-1", "1.5", "4294967295", "many"])("rejects a seed of %s", (seed) => {
  const fields = imageFieldsOf({ providerName: "Stability", model: "core" });
  expect(filledParams(fields, { seed }).seed).toBe("0");
});

test("only requires the prompt, which must not be blank", () => {
  const fields = imageFieldsOf({ providerName: "Stability", model: "core" });
  expect(missingField(fields, { prompt: " \n" })).toBe("prompt");
  expect(missingField(fields, { prompt: "boat" })).toBeUndefined();
});

test("sends the fields of the model, except empty ones", () => {
  const fields = imageFieldsOf({ providerName: "Stability", model: "core" });
  const params = { prompt: "boat", negative_prompt: "", aspect_ratio: "3:2", seed: "0", size: "1024x1024" };
  expect(sentParams(fields, params)).toEqual({ prompt: "boat", aspect_ratio: "3:2", seed: "0" });
});

test("submitting clears texts and numbers, and keeps choices", () => {
  const fields = imageFieldsOf({ providerName: "Stability", model: "core" });
  const params = filledParams(fields, { prompt: "boat", negative_prompt: "people", seed: "7", style: "anime" });
  expect(clearedParams(fields, params)).toEqual({
    prompt: "",
    negative_prompt: "",
    aspect_ratio: "1:1",
    style: "anime",
    seed: "0",
    output_format: "png",
  });
});

test.each([
  [{ aspect_ratio: "21:9" }, [21, 9]],
  [{ size: "768x1344" }, [768, 1344]],
  [{ size: "wide" }, undefined],
  [{}, undefined],
])("the aspect ratio of %j is %j", (params, shape) => {
  expect(shapeOf(params)).toEqual(shape);
});

test.each([
  ["gpt-image-2", true],
  ["dall-e-3", true],
  ["cogview-3-plus", true],
  ["glm-image", true],
  ["cogvideox-3", true],
  ["google/gemini-3-flash-image", true],
  ["gpt-4o", false],
  ["black-forest-labs/flux-1", false],
  ["sora-2", false],
])("whether %s generates images in a chat: %s", (model, isDrawing) => {
  expect(generatesImagesOnRequest(model)).toBe(isDrawing);
});

test("the values of a form are options of a request; unknown ones are the defaults", () => {
  const defaults = { aspectRatio: "auto", quality: "standard", style: "vivid", background: "auto", format: "PNG" };
  expect(imageOptionsIn({ prompt: "boat" })).toEqual(defaults);
  expect(imageOptionsIn({ quality: "ultra", style: "3d-model", output_format: "png" })).toEqual(defaults);
  const params = { size: "2K", aspect_ratio: "16:9", quality: "low", background: "opaque", output_format: "WebP" };
  expect(imageOptionsIn(params)).toEqual({
    size: "2K",
    aspectRatio: "16:9",
    quality: "low",
    style: "vivid",
    background: "opaque",
    format: "WebP",
  });
});
