import { builtInModels } from "@/lib/models/model-list";
import { relayRoute } from "@/lib/server/relay-route";
import { readAccessSettings } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import { fakeEnvironment } from "../../support/fake-environment";
import { acme, testProviders, testServer } from "../../support/test-server";

test("a provider that is one declaration works completely, from the model list to its reply", async () => {
  expect(builtInModels([acme]).map(({ name }) => name)).toEqual(["gpt-4", "gpt-4o-mini", "acme-1"]);
  const access = readAccessSettings(testProviders, { accessCode: "open sesame" });
  expect(access.values).toMatchObject({ acmeUrl: "", acmeApiKey: "" });
  const codec = await acme.chat("acme-1");
  const sent = codec.buildRequest(
    { model: "acme-1", messages: [{ role: "user", content: "Hi" }], stream: false },
    connect(acme, access, { relay: "/api" }),
  );
  expect(sent.url).toBe("/api/acme/v1/chat/completions");

  const answer = JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] });
  const env = fakeEnvironment({
    responses: [new Response(answer, { headers: { "content-type": "application/json" } })],
  });
  const server = testServer(env, { ACME_API_KEY: "sk-acme", CODE: "open sesame" });
  const request = new Request(`http://chat.example${sent.url}`, {
    method: sent.method,
    headers: sent.headers,
    body: sent.body ?? null,
  });
  const response = await relayRoute(request, "acme", ["v1", "chat", "completions"], server);
  expect(env.calls.map(({ url, init }) => [url, new Headers(init.headers).get("authorization")])).toEqual([
    ["https://api.acme.example/v1/chat/completions", "Bearer sk-acme"],
  ]);
  const events = codec.parseResponse({ status: response.status, body: await response.text() });
  expect(events).toContainEqual({ type: "text-delta", text: "Hello" });
});
