import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

const keys = { OPENAI_API_KEY: "k-openai", MISTRAL_API_KEY: "k-mistral", GOOGLE_API_KEY: "k-google", CODE: "one" };
const withCode = { authorization: "Bearer nk-one" };

/** Asks for vectors, and returns the status, and the address and the body that went to the provider. */
async function embed(
  route: string,
  path: string,
  body: object,
  variables: Variables = {},
  headers: Record<string, string> = withCode,
) {
  const env = fakeEnvironment({ responses: () => Response.json({ data: [] }) });
  const server = { ...testServer(env), config: readServerConfig({ ...keys, ...variables }) };
  const request = new Request(`http://chat.example/api/${route}/${path}`, {
    method: "POST",
    headers: { host: "chat.example", "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const { status } = await relayRoute(request, route, path.split("/"), server);
  const [call] = env.calls;
  return [status, call?.url, call && JSON.parse(String(call.init.body))];
}

const small = { model: "text-embedding-3-small", input: ["ebb"] };
const ofGoogle = (model: string) => ({ requests: [{ model, content: { parts: [{ text: "ebb" }] } }] });
const googlePath = "v1beta/models/gemini-embedding-001:batchEmbedContents";

test.each([
  ["openai", "v1/embeddings", small, "https://api.openai.com/v1/embeddings"],
  ["mistral", "v1/embeddings", { model: "mistral-embed", input: ["ebb"] }, "https://api.mistral.ai/v1/embeddings"],
  [
    "google",
    googlePath,
    ofGoogle("models/gemini-embedding-001"),
    `https://generativelanguage.googleapis.com/${googlePath}`,
  ],
])("the relay forwards calls for vectors to %s, and only with access @A2.1 @C3.5", async (route, path, body, url) => {
  expect(await embed(route, path, body)).toEqual([200, url, body]);
  expect(await embed(route, path, body, {}, {})).toEqual([401, undefined, undefined]);
});

test("the operator's model list applies to the models in the path and in the texts @C3.2", async () => {
  const listed = { CUSTOM_MODELS: "-all,+gemini-embedding-001@google" };
  const allowed = ofGoogle("models/gemini-embedding-001");
  expect((await embed("google", googlePath, allowed, listed))[0]).toBe(200);
  expect((await embed("google", googlePath, ofGoogle("gemini-embedding-001"), listed))[0]).toBe(200);
  expect(await embed("google", googlePath, ofGoogle("models/other"), listed)).toEqual([403, undefined, undefined]);
  const otherPath = "v1beta/models/other:batchEmbedContents";
  expect(await embed("google", otherPath, allowed, listed)).toEqual([403, undefined, undefined]);
  expect(await embed("openai", "v1/embeddings", small, listed)).toEqual([403, undefined, undefined]);
  // A list that only excludes models has the models for vectors, too. Other providers have no such prefix.
  expect((await embed("openai", "v1/embeddings", small, { CUSTOM_MODELS: "-gpt-4" }))[0]).toBe(200);
  const prefixed = { ...small, model: "models/text-embedding-3-small" };
  expect((await embed("openai", "v1/embeddings", prefixed, { CUSTOM_MODELS: "-gpt-4" }))[0]).toBe(403);
});
