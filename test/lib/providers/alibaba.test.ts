import { alibaba } from "@/lib/providers/alibaba";
import { isRelayed } from "@/test/support/relayed";

test("21 models are built in, each once, the specified ones first", () => {
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

test("the key travels as a bearer, and the switch between stream and whole reply passes the relay", () => {
  expect(alibaba.auth({ url: "", apiKey: "sk-1" })).toEqual({ Authorization: "Bearer sk-1" });
  expect(alibaba.relayedHeaders).toEqual(["x-dashscope-sse"]);
});

test.each(["qwen-plus", "qwen-vl-max"])("%s is called at a path that the relay passes", async (model) => {
  const connection = { baseUrl: "/api/alibaba", headers: {} };
  const call = (await alibaba.chat(model)).buildRequest({ model, messages: [], stream: true }, connection);
  expect(isRelayed(alibaba, call)).toBe(true);
});
