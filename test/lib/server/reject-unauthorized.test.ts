import { rejectUnauthorized } from "@/lib/server/reject-unauthorized";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const env = fakeEnvironment();
const closed = { CODE: "right", ACME_API_KEY: "sk-server" };

function status(path: string, headers: Record<string, string>, variables: Record<string, string>, method = "GET") {
  const request = new Request(`http://chat.example${path}`, { method, headers });
  return rejectUnauthorized(request, testServer(env, variables)).then((response) => response?.status ?? "goes on");
}

test.each([
  ["without a code", {}, closed, 401],
  ["with a wrong code, which the route counts", { authorization: "Bearer nk-guess" }, closed, "goes on"],
  ["with the right code", { authorization: "Bearer nk-right" }, closed, "goes on"],
  ["with an own key", { authorization: "Bearer sk-own" }, closed, "goes on"],
  ["with an own key, if these are forbidden", { "x-api-key": "k" }, { ...closed, HIDE_USER_API_KEY: "1" }, 401],
  ["with two keys in one", { authorization: "one,two" }, closed, 400],
  ["without credentials on an open server", {}, { ACME_API_KEY: "sk-server" }, "goes on"],
])("a call to a provider %s @A2.7", async (_, headers, variables, outcome) => {
  expect(
    await status("/api/acme/v1/models", headers as Record<string, string>, variables as Record<string, string>),
  ).toBe(outcome);
  const behindPath = "/chat/api/acme/v1/models";
  expect(await status(behindPath, headers as Record<string, string>, variables as Record<string, string>)).toBe(
    outcome,
  );
});

test.each(["/api/config", "/api/demo/v1/models", "/api/nobody/v1/models", "/api/local/v1/models", "/chat"])(
  "does not check %s",
  async (path) => {
    expect(await status(path, {}, closed)).toBe("goes on");
  },
);

test("passes a preflight, which has no code", async () => {
  expect(await status("/api/acme/v1/models", { origin: "https://other.example" }, closed, "OPTIONS")).toBe("goes on");
});

test("an error response is not cached, and a listed origin can read it", async () => {
  const request = new Request("http://chat.example/api/acme/v1/models", {
    headers: { origin: "https://other.example" },
  });
  const response = await rejectUnauthorized(
    request,
    testServer(env, { ...closed, ALLOWED_ORIGINS: "https://other.example" }),
  );
  expect(await response?.json()).toEqual({
    error: true,
    msg: "empty access code",
  });
  expect(Object.fromEntries(response?.headers ?? [])).toEqual({
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "https://other.example",
    vary: "origin",
  });
});
