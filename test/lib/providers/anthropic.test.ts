import { anthropic } from "@/lib/providers/anthropic";

const connection = { baseUrl: "https://api.anthropic.com", headers: { "x-api-key": "sk-1" } };

test("sends the key in its own header, always with the version", () => {
  expect(anthropic.auth({ url: "", apiKey: "sk-1", apiVersion: "2024-01-01" })).toEqual({
    "x-api-key": "sk-1",
    "anthropic-version": "2024-01-01",
  });
  expect(anthropic.auth({ url: "", apiKey: "", apiVersion: " " })).toEqual({ "anthropic-version": "2023-06-01" });
});

test("the 16 specified models come first, then the current ones, each once", () => {
  const { models } = anthropic;
  expect([models[0], models[15], models[16], models.at(-1)]).toEqual([
    "claude-instant-1.2",
    "claude-opus-4-20250514",
    "claude-fable-5-2",
    "claude-sonnet-4-5-20250929",
  ]);
  expect(new Set(models).size).toBe(models.length);
});

test("requests all models on one page", () => {
  expect(anthropic.modelList?.buildRequest({ ...connection, options: { apiVersion: "2024-01-01" } })).toEqual({
    method: "GET",
    url: "https://api.anthropic.com/v1/models?limit=1000",
    headers: { "x-api-key": "sk-1", "anthropic-version": "2024-01-01", Accept: "application/json" },
  });
});
