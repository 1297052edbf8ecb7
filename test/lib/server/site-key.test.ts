import { errorOfResponse } from "@/lib/providers/codecs/reply-error";
import { openai } from "@/lib/providers/openai";
import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { keyHostHeader } from "@/lib/settings/connect";
import { type FakeCall, fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

const gateway = { BASE_URL: "https://gateway.example/openai", OPENAI_API_KEY: "sk-server" };
const own = { authorization: "Bearer sk-one-api", [keyHostHeader]: "gateway.example" };

/** Sends a chat call with the given headers; the gateway answers a list of models with the given status. */
async function relayed(variables: Variables, headers: Record<string, string>, modelsStatus = 401) {
  const responses = ({ url }: FakeCall) =>
    /models$/.test(url) ? new Response("", { status: modelsStatus }) : Response.json({});
  const env = fakeEnvironment({ now: 7, responses });
  const server = { ...testServer(env), config: readServerConfig(variables, [openai]) };
  const ask = async () => {
    const request = new Request("https://chat.example/api/openai/v1/chat/completions", {
      method: "POST",
      body: '{"model":"gpt-4o"}',
      headers: { "content-type": "application/json", ...headers },
    });
    const { status } = await relayRoute(request, "openai", ["v1", "chat", "completions"], server);
    return status;
  };
  const statuses = [await ask(), await ask()];
  const sent = env.calls.map(({ url, init }) => [url, new Headers(init.headers).get("authorization")]);
  return { statuses, sent };
}

const chatUrl = "https://gateway.example/openai/v1/chat/completions";

test("sends an own key that names the operator's host to the operator's address", async () => {
  expect(await relayed(gateway, own)).toEqual({
    statuses: [200, 200],
    sent: [
      [chatUrl, "Bearer sk-one-api"],
      [chatUrl, "Bearer sk-one-api"],
    ],
  });
});

test("sends an own key without the host to the provider itself", async () => {
  const { sent } = await relayed(gateway, { authorization: "Bearer sk-own" });
  expect(sent[0]).toEqual(["https://api.openai.com/v1/chat/completions", "Bearer sk-own"]);
});

test.each<[string, Variables, Record<string, string>]>([
  ["another host", gateway, { ...own, [keyHostHeader]: "former.example" }],
  ["an unencrypted host", gateway, { ...own, [keyHostHeader]: "http://gateway.example" }],
  ["no host", gateway, { ...own, [keyHostHeader]: "" }],
  ["a host if the operator has none", {}, own],
])("sends a key for %s nowhere", async (_name, variables, headers) => {
  expect(await relayed(variables, headers)).toEqual({ statuses: [400, 400], sent: [] });
});

test("does not send it if own keys are forbidden", async () => {
  expect(await relayed({ ...gateway, HIDE_USER_API_KEY: "1" }, own)).toEqual({ statuses: [401, 401], sent: [] });
});

describe("behind access codes", () => {
  const closed = { ...gateway, CODE: "open sesame" };

  test.each([401, 403])(
    "asks an address that rejects an unknown key with %i once, then sends the key",
    async (status) => {
      const { statuses, sent } = await relayed(closed, own, status);
      expect(statuses).toEqual([200, 200]);
      expect(sent).toEqual([
        ["https://gateway.example/openai/v1/models", expect.stringMatching(/^Bearer unknown-[\w-]{36}$/)],
        [chatUrl, "Bearer sk-one-api"],
        [chatUrl, "Bearer sk-one-api"],
      ]);
    },
  );

  test.each([200, 302, 404, 500])(
    "sends no key to an address that responds to an unknown key with %i",
    async (status) => {
      const { statuses, sent } = await relayed(closed, own, status);
      expect(statuses).toEqual([401, 401]);
      expect(sent.map(([url]) => url)).not.toContain(chatUrl);
    },
  );

  test.each([200, 404, 503])("does not depend on that response if the right code is sent, too (%i)", async (status) => {
    const { statuses, sent } = await relayed(closed, { ...own, "x-api-key": "nk-open sesame" }, status);
    expect(statuses).toEqual([200, 200]);
    expect(sent).toEqual([
      [chatUrl, "Bearer sk-one-api"],
      [chatUrl, "Bearer sk-one-api"],
    ]);
  });

  test("accepts a checked key with an outdated code", async () => {
    expect((await relayed(closed, { ...own, "x-api-key": "nk-old" }, 401)).statuses).toEqual([200, 200]);
  });

  test("rejects and counts a wrong code if the address does not check keys", async () => {
    const env = fakeEnvironment({ now: 7, responses: () => Response.json({}) });
    const server = { ...testServer(env), config: readServerConfig(closed, [openai]) };
    const answers = [];
    for (let attempt = 0; attempt < 55; attempt++) {
      const headers = { "content-type": "application/json", ...own, "x-api-key": `nk-guess-${attempt}` };
      const init = { method: "POST", body: '{"model":"gpt-4o"}', headers };
      const request = new Request("https://chat.example/api/openai/v1/chat/completions", init);
      const response = await relayRoute(request, "openai", ["v1", "chat", "completions"], server);
      answers.push([response.status, await response.text()]);
    }
    expect(answers[0]).toEqual([401, '{"error":true,"msg":"wrong access code"}']);
    expect(answers.at(-1)?.[0]).toBe(429);
    expect(env.calls.map(({ url }) => url)).not.toContain(chatUrl);
  });

  test("without a code, the error tells the user what to do in a text that the app recognizes", async () => {
    const env = fakeEnvironment({ now: 7, responses: () => new Response("", { status: 404 }) });
    const server = { ...testServer(env), config: readServerConfig(closed, [openai]) };
    const headers = { "content-type": "application/json", ...own };
    const init = { method: "POST", body: '{"model":"gpt-4o"}', headers };
    const request = new Request("https://chat.example/api/openai/v1/chat/completions", init);
    const response = await relayRoute(request, "openai", ["v1", "chat", "completions"], server);
    const body = await response.text();
    expect(body).toContain("Enter it under Settings, Access, or switch off your own keys.");
    expect(errorOfResponse({ status: response.status, body })).toMatchObject({ kind: "auth", code: "code-needed" });
  });
});
