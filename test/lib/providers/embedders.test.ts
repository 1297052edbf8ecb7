import { googleEmbeddings } from "@/lib/providers/codecs/google/google-embeddings";
import { openAIEmbeddings } from "@/lib/providers/codecs/openai/openai-embeddings";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { embedderOf, prefixed } from "@/lib/providers/embedders";
import type { Connection, Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { siteServer } from "@/lib/providers/site-server";

const connection: Connection = { baseUrl: "https://tide.example", headers: { authorization: "Bearer k" } };
const headers = { authorization: "Bearer k", "Content-Type": "application/json", Accept: "application/json" };
const inputs = ["ebb", "flood"];

test("a request to OpenAI's API names the model once, and Gemini's names it for each text", () => {
  const request = { model: "gemini-embedding-001", inputs, purpose: "query" } as const;
  const openAICall = openAIEmbeddings.buildRequest({ ...request, model: "m" }, connection);
  expect({ ...openAICall, body: JSON.parse(openAICall.body ?? "") }).toEqual({
    method: "POST",
    url: "https://tide.example/v1/embeddings",
    headers,
    body: { model: "m", input: inputs },
  });
  const googleCall = googleEmbeddings.buildRequest(request, connection);
  const rest = { model: "models/gemini-embedding-001", taskType: "RETRIEVAL_QUERY", outputDimensionality: 768 };
  expect({ ...googleCall, body: JSON.parse(googleCall.body ?? "") }).toEqual({
    method: "POST",
    url: "https://tide.example/v1beta/models/gemini-embedding-001:batchEmbedContents",
    headers,
    body: { requests: inputs.map((text) => ({ ...rest, content: { parts: [{ text }] } })) },
  });
  const document = googleEmbeddings.buildRequest({ ...request, inputs: ["ebb"], purpose: "document" }, connection);
  expect(JSON.parse(document.body ?? "").requests[0].taskType).toBe("RETRIEVAL_DOCUMENT");
});

test.each([
  ["not JSON", "<html>"],
  ["no vectors", "{}"],
  ["a text as vector", '{"data":[{"index":0,"embedding":"AAAA"}]}'],
  ["an empty vector", '{"data":[{"index":0,"embedding":[]}]}'],
  ["a number that is too large", '{"data":[{"index":0,"embedding":[1e999]}]}'],
  ["null in a vector", '{"data":[{"index":0,"embedding":[null]}]}'],
  ["a vector that is too long", `{"data":[{"index":0,"embedding":[${"0,".repeat(4096)}0]}]}`],
  ["two vectors for one text", '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]}]}'],
])("%s is an unknown response", (_, body) => {
  expect(openAIEmbeddings.parseResponse({ status: 200, body }, 1)).toEqual({
    kind: "protocol",
    code: null,
    message: "",
  });
});

test("vectors of different lengths are an unknown response, and an odd count of tokens is ignored", () => {
  const body = (embeddings: string, usage: string) => `{"data":[${embeddings}],"usage":${usage}}`;
  const uneven = body('{"embedding":[1,2]},{"embedding":[1]}', "{}");
  expect(openAIEmbeddings.parseResponse({ status: 200, body: uneven }, 2)).toMatchObject({ kind: "protocol" });
  for (const usage of ["null", '{"prompt_tokens":-1}', '{"prompt_tokens":1e9}', '{"prompt_tokens":"8"}']) {
    const read = openAIEmbeddings.parseResponse({ status: 200, body: body('{"embedding":[1,2]}', usage) }, 1);
    expect(read).toEqual({ vectors: [[1, 2]] });
  }
});

const own = { id: "custom-1", name: "Mine", boundName: "custom-1", models: [] };

test("providers with an embeddings API, and the models that are proposed", () => {
  const rows = Object.values<Provider>(providers).flatMap((provider) => {
    const row = embedderOf(provider);
    return row ? [[provider.name, row.model]] : [];
  });
  expect(rows).toEqual([
    ["OpenAI", "text-embedding-3-small"],
    ["Google", "gemini-embedding-001"],
    ["Mistral", "mistral-embed"],
    ["Ollama", "nomic-embed-text"],
    ["LM Studio", "text-embedding-nomic-embed-text-v1.5"],
    ["llama.cpp", "default"],
    ["vLLM", ""],
  ]);
  expect(embedderOf(customEndpoint(own))?.model).toBe("");
  expect(embedderOf(customEndpoint({ ...own, apiType: "gemini" }))?.model).toBe("gemini-embedding-001");
  expect(embedderOf(customEndpoint({ ...own, apiType: "anthropic" }))).toBeUndefined();
  // The relay forwards no such call to an operator's server.
  expect(embedderOf(siteServer({ id: "site-lab", name: "Lab", api: "openai", models: [] }))).toBeUndefined();
});

test.each([
  ["nomic-embed-text:latest", "search_query: tide", "search_document: tide"],
  ["intfloat/multilingual-e5-small", "query: tide", "passage: tide"],
  ["mxbai-embed-large", "Represent this sentence for searching relevant passages: tide", "tide"],
  ["embeddinggemma:300m", "task: search result | query: tide", "title: none | text: tide"],
  ["text-embedding-3-small", "tide", "tide"],
  ["multilingual-e5-large-instruct", "tide", "tide"],
])("the beginnings of texts for %s", (model, query, document) => {
  expect(prefixed({ model, inputs: ["tide"], purpose: "query" })).toEqual([query]);
  expect(prefixed({ model, inputs: ["tide"], purpose: "document" })).toEqual([document]);
});
