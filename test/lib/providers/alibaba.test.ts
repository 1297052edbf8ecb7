import { alibaba } from "@/lib/providers/alibaba";
import { isRelayed } from "@/test/support/relayed";
import { sampleRequest } from "@/test/support/request-samples";

test("has 21 built-in models, each once, the specified ones first", () => {
  expect(alibaba.models).toHaveLength(21);
  expect(new Set(alibaba.models).size).toBe(21);
  expect(alibaba.models.slice(0, 10)).toEqual([
    "qwen-turbo",
    "qwen-plus",
    "qwen-max",
    "qwen-max-0428",
    "qwen-max-0403",
    "qwen-max-0107",
    "qwen-max-longcontext",
    "qwen-omni-turbo",
    "qwen-vl-plus",
    "qwen-vl-max",
  ]);
});

test("sends the key as a bearer token, and the streaming header passes the relay", () => {
  expect(alibaba.auth({ url: "", apiKey: "sk-1" })).toEqual({ Authorization: "Bearer sk-1" });
  expect(alibaba.relayedHeaders).toEqual(["x-dashscope-sse"]);
});

test.each(alibaba.models)("%s is called at a path that the relay allows", async (model) => {
  const connection = { baseUrl: "/api/alibaba", headers: {} };
  const call = (await alibaba.chat(model)).buildRequest({ model, messages: [], stream: true }, connection);
  expect(isRelayed(alibaba, call)).toBe(true);
});

test.each(["qwen3.8-max", "qwen3.8-flash", "qwen3.7-plus", "qwen3.7-flash", "qwen3.6-flash"])(
  "%s is asked at the endpoint of models with vision, even a plain question",
  async (model) => {
    const codec = await alibaba.chat(model);
    const { url } = codec.buildRequest(sampleRequest(model), { baseUrl: "/api/alibaba", headers: {} });
    expect(url).toBe("/api/alibaba/v1/services/aigc/multimodal-generation/generation");
  },
);
