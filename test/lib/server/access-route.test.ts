import { accessRoute } from "@/lib/server/access-route";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const env = fakeEnvironment();
const variables = { CODE: "open sesame, other", TRUST_PROXY: "1", ACME_API_KEY: "sk-server" };

function ask(headers: Record<string, string>, server = testServer(env, variables), method = "POST") {
  const all = { host: "chat.example", "x-forwarded-for": "192.0.2.1", ...headers };
  return accessRoute(new Request("http://0.0.0.0:3000/api/access", { method, headers: all }), server);
}

test.each([
  ["the first code", { authorization: "Bearer nk-open sesame" }, 204],
  ["another code", { authorization: "Bearer nk-other" }, 204],
  ["a wrong code", { authorization: "Bearer nk-open barley" }, 401],
  ["an empty code", { authorization: "Bearer nk-" }, 401],
  ["no code", {}, 401],
  ["an own key in place of a code", { authorization: "Bearer sk-own" }, 401],
])("responds to %s with a status only", async (_name, headers, status) => {
  const response = await ask(headers);
  expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
  expect(await response.text()).not.toMatch(/sesame|barley|sk-/);
});

test("returns the rights of a code to callers that accept JSON, and only to its holder @A2.8", async () => {
  const limits = '{"other":{"models":"-all,acme-1","perMinute":5}}';
  const server = testServer(env, { ...variables, CODE_LIMITS: limits });
  const answer = async (code: string) => {
    const response = await ask({ authorization: `Bearer nk-${code}`, accept: "application/json" }, server);
    return [response.status, await response.json()];
  };
  const rights = { models: "-all,acme-1", perMinute: 5, features: ["images", "voice", "tools"] };
  expect(await answer("other")).toEqual([200, { rights }]);
  expect(await answer("open sesame")).toEqual([200, { rights: null }]);
  expect(await answer("wrong")).toEqual([401, { error: true, msg: "wrong access code" }]);
  expect((await ask({ authorization: "Bearer nk-other", accept: "*/*" }, server)).status).toBe(204);
});

test("without access codes, everybody has access", async () => {
  expect((await ask({}, testServer(env))).status).toBe(204);
});

test("limits guesses: after a few wrong codes, even the right one has to wait", async () => {
  const server = testServer(env, variables);
  for (let guess = 0; guess < 5; guess++) await ask({ authorization: `Bearer nk-${guess}` }, server);
  const response = await ask({ authorization: "Bearer nk-open sesame" }, server);
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
});

test("does not accept a code in a URL that a page could embed", async () => {
  expect((await ask({}, testServer(env, variables), "GET")).status).toBe(405);
});
