import { google } from "@/lib/providers/google";

const connection = { baseUrl: "https://generativelanguage.googleapis.com", headers: { "x-goog-api-key": "key" } };

test("the key travels in its own header, and an empty one not at all", () => {
  const values = { url: "", apiVersion: "v1", safetySettings: "BLOCK_ONLY_HIGH" } as const;
  expect(google.auth({ ...values, apiKey: "key" })).toEqual({ "x-goog-api-key": "key" });
  expect(google.auth({ ...values, apiKey: "" })).toEqual({});
});

test("four levels of safety can be chosen", () => {
  expect(google.fields.safetySettings).toMatchObject({
    default: "BLOCK_ONLY_HIGH",
    options: ["BLOCK_NONE", "BLOCK_ONLY_HIGH", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_LOW_AND_ABOVE"],
  });
});

test("the 20 specified models come first, then those of today, each once", () => {
  const { models } = google;
  expect([models[0], models[19], models[20], models.at(-1)]).toEqual([
    "gemini-1.5-pro-latest",
    "gemini-2.5-pro",
    "gemini-3.8-flash",
    "gemma-4-31b-it",
  ]);
  expect(new Set(models).size).toBe(models.length);
});

test("the models are asked for in one page", () => {
  expect(google.modelList?.buildRequest(connection)).toEqual({
    method: "GET",
    url: "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000",
    headers: { "x-goog-api-key": "key", Accept: "application/json" },
  });
});

test.each([undefined, null, "<html>", {}, { models: "no" }, { models: [{}, null, { name: 7 }, { name: "models/" }] }])(
  "a body that is no list of models offers none: %j",
  (body) => {
    expect(google.modelList?.parseResponse(body)).toEqual([]);
  },
);
