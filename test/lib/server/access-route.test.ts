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
