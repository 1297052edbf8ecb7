import fc from "fast-check";
import { stabilityImages } from "@/lib/providers/codecs/stability-images";

const connection = { baseUrl: "https://provider.test", headers: { Authorization: "Bearer key" } };

/** All that the form of the screen may hold. */
const options = {
  model: "sd3.5-large",
  negative_prompt: "people",
  aspect_ratio: "3:2",
  style: "line-art",
  seed: "7",
  output_format: "png",
  mode: "text-to-image",
  cfg_scale: "5",
};

function formOf(kind: string, given: Readonly<Record<string, string>>): unknown {
  const request = { model: kind, prompt: "paper kite over a harbour", options: given };
  return stabilityImages(kind).buildRequest(request, connection).form;
}

test("a call is a form, whose content type is set by the sender", () => {
  const request = { model: "core", prompt: "paper kite", options: {} };
  expect(stabilityImages("core").buildRequest(request, connection)).toEqual({
    method: "POST",
    url: "https://provider.test/v2beta/stable-image/generate/core",
    headers: { Authorization: "Bearer key", Accept: "application/json" },
    form: { prompt: "paper kite" },
  });
});

describe("of the form's fields", () => {
  const common = {
    prompt: "paper kite over a harbour",
    negative_prompt: "people",
    aspect_ratio: "3:2",
    style_preset: "line-art",
    seed: "7",
    output_format: "png",
  };
  const { negative_prompt, ...positive } = common;
  const { output_format, ...unformed } = common;
  const own = { model: "sd3.5-large", mode: "text-to-image", cfg_scale: "5" };
  const rows: readonly (readonly [string, string, Readonly<Record<string, string>>, unknown])[] = [
    ["ultra has no model field", "ultra", options, common],
    ["core has no model field", "core", options, common],
    ["sd3 has all fields", "sd3", options, { ...common, ...own }],
    [
      "sd3's fast models have no negative prompt",
      "sd3",
      { ...options, model: "sd3-large-turbo" },
      { ...positive, ...own, model: "sd3-large-turbo" },
    ],
    ["sd3 does not support WebP", "sd3", { ...options, output_format: "webp" }, { ...unformed, ...own }],
    ["core supports WebP", "core", { ...options, output_format: "webp" }, { ...common, output_format: "webp" }],
    [
      "empty ones are omitted",
      "core",
      { negative_prompt: "", style: "", seed: "0" },
      { prompt: "paper kite over a harbour", seed: "0" },
    ],
  ];
  test.each(rows)("%s", (_name, kind, given, form) => {
    expect(formOf(kind, given)).toEqual(form);
  });
});

describe("a response", () => {
  const { parseResponse } = stabilityImages("ultra");

  test.each([
    ["iVBORw0KGgoAAAA", "image/png"],
    ["/9j/4AAQSkZJRg", "image/jpeg"],
    ["UklGRiQAAABXRUJQ", "image/webp"],
  ])("with %s is an image of type %s", (image, mime) => {
    const body = JSON.stringify({ image, finish_reason: "SUCCESS", seed: 7 });
    expect(parseResponse({ status: 200, body })).toEqual([
      { type: "image", mime, base64: image, seed: 7 },
      { type: "finish", finish: "stop", raw: "SUCCESS" },
      { type: "end" },
    ]);
  });

  test("of an unknown type and with an unknown reason is passed on unchanged", () => {
    const body = JSON.stringify({ image: "AAAA", finish_reason: "PARTIAL" });
    expect(parseResponse({ status: 200, body })).toEqual([
      { type: "image", base64: "AAAA" },
      { type: "finish", finish: "other", raw: "PARTIAL" },
      { type: "end" },
    ]);
  });

  test.each([
    [401, "unauthorized", "auth"],
    [402, "payment_required", "quota"],
    [403, "content_moderation", "content-filter"],
    [413, "payload_too_large", "too-large"],
    [422, "invalid_language", "bad-request"],
    [429, "rate_limit_exceeded", "rate-limit"],
    [500, "internal_error", "server"],
  ])("with status %d and the name %s is an error of kind %s", (status, name, kind) => {
    const body = JSON.stringify({ id: "e", name, errors: ["One.", "Two."] });
    expect(parseResponse({ status, body })).toMatchObject([
      { type: "error", error: { kind, code: name, message: "One.; Two.", status } },
    ]);
  });

  test.each([
    [200, '{"finish_reason":"SUCCESS"}', "protocol"],
    [200, '{"image":"","errors":[]}', "protocol"],
    [502, "<html>", "server"],
  ])("with status %d and %s is an error of kind %s", (status, body, kind) => {
    expect(parseResponse({ status, body })).toMatchObject([{ type: "error", error: { kind } }]);
  });

  test("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom(200, 400), (body, status) => {
        parseResponse({ status, body });
        parseResponse({ status, body: `{"image":${body},"seed":${body},"finish_reason":${body},"errors":${body}}` });
      }),
    );
  });
});
