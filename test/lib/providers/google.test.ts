import { google } from "@/lib/providers/google";

const connection = { baseUrl: "https://generativelanguage.googleapis.com", headers: { "x-goog-api-key": "key" } };

test("sends the key in its own header, and omits an empty one", () => {
  const values = { url: "", apiVersion: "v1", safetySettings: "BLOCK_ONLY_HIGH" } as const;
  expect(google.auth({ ...values, apiKey: "key" })).toEqual({ "x-goog-api-key": "key" });
  expect(google.auth({ ...values, apiKey: "" })).toEqual({});
});

test("has four levels of safety", () => {
  expect(google.fields.safetySettings).toMatchObject({
    default: "BLOCK_ONLY_HIGH",
    options: ["BLOCK_NONE", "BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE"],
  });
});

test("the 20 specified models come first, then the current ones, each once", () => {
  const { models } = google;
  expect([models[0], models[19], models[20], models.at(-1)]).toEqual([
    "gemini-1.5-pro-latest",
    "gemini-2.5-pro",
    "gemini-4-argon",
    "gemma-4-31b-it",
  ]);
  expect(new Set(models).size).toBe(models.length);
});

test("requests all models on one page", () => {
  expect(google.modelList?.buildRequest(connection)).toEqual({
    method: "GET",
    url: "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000",
    headers: { "x-goog-api-key": "key", Accept: "application/json" },
  });
});

test.each([undefined, null, "<html>", {}, { models: "no" }, { models: [{}, null, { name: 7 }, { name: "models/" }] }])(
  "offers no models for an invalid list: %j",
  (body) => {
    expect(google.modelList?.parseResponse(body)).toEqual([]);
  },
);
