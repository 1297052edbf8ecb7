import { endpoint } from "@/lib/fields/fields";
import { atPublicHost } from "@/lib/providers/at-public-host";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";

const provider = {
  fields: { url: endpoint("https://api.acme.example") },
  hosts: { "v2/": "https://next.acme.example" },
};

test.each([
  ["https://api.acme.example", "v2/chat", "https://next.acme.example/v2/chat"],
  ["https://api.acme.example", "v1/chat", "https://api.acme.example/v1/chat"],
  ["https://mirror.test", "v2/chat", "https://mirror.test/v2/chat"],
  ["/api/acme", "v2/chat", "/api/acme/v2/chat"],
])("with the address %s the path %s is at %s", (baseUrl, path, url) => {
  const codec = atPublicHost(openAICompatible({ path }), provider, path);
  const call = codec.buildRequest({ model: "m", messages: [], stream: true }, { baseUrl, headers: { "X-Key": "1" } });
  expect(call).toMatchObject({ url, headers: { "X-Key": "1" } });
});

test("leaves the rest of the codec unchanged", () => {
  const codec = openAICompatible({ path: "v2/chat" });
  expect(atPublicHost(codec, provider, "v2/chat")).toEqual({ ...codec, buildRequest: expect.any(Function) });
});
