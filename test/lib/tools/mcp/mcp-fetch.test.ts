import { createMcpFetch } from "@/lib/tools/mcp/mcp-fetch";
import { type FakeAnswer, fakeEnvironment } from "@/test/support/fake-environment";

const relay = { url: "/api/proxy", headers: { authorization: "Bearer nk-code" } };
const url = "https://tides.test/mcp?v=1";
const post = {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer token", "mcp-session-id": "s" },
  body: "{}",
};

const closed: FakeAnswer = () => {
  throw new TypeError("Failed to fetch");
};
const ok = () => new Response("{}");

function setUp(responses: readonly FakeAnswer[], hasRelay = true) {
  const env = fakeEnvironment({ responses });
  const onTooLarge = jest.fn();
  return {
    env,
    onTooLarge,
    fetch: createMcpFetch({ url, env, relay: () => (hasRelay ? relay : undefined), onTooLarge }),
  };
}

test("sends a request directly to the server, without cookies", async () => {
  const { env, fetch } = setUp([ok()]);
  await fetch(url, post);
  expect(env.calls).toEqual([{ url, init: { ...post, credentials: "omit", referrerPolicy: "no-referrer" } }]);
});

test("sends it and all later ones through the relay if the page may not read the response", async () => {
  const { env, fetch } = setUp([closed, ok(), ok()]);
  await fetch(url, post);
  await fetch(url, post);
  const relayed = {
    url: "/api/proxy",
    init: {
      ...post,
      headers: {
        authorization: "Bearer nk-code",
        "X-Base-URL": "https://tides.test/mcp?v=1",
        "content-type": "application/json",
        "mcp-session-id": "s",
        "X-Plugin-Header-authorization": "Bearer token",
      },
    },
  };
  expect(env.calls.slice(1)).toEqual([relayed, relayed]);
});

test("does not retry a failed request to a server that has responded before, because it may have been executed", async () => {
  const { env, fetch } = setUp([ok(), closed]);
  await fetch(url, post);
  await expect(fetch(url, post)).rejects.toThrow("Failed to fetch");
  expect(env.calls).toHaveLength(2);
});

test("throws the error if there is no relay", async () => {
  await expect(setUp([closed], false).fetch(url, post)).rejects.toThrow("Failed to fetch");
});

test("sends a single-use code once, through the relay", async () => {
  const { env, fetch } = setUp([ok()]);
  await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "code=1",
  });
  expect(env.calls.map((call) => call.url)).toEqual(["/api/proxy"]);
});

test("makes a server's sign-in challenge readable through the relay", async () => {
  const challenge = 'Bearer resource_metadata="https://tides.test/m"';
  const answer = new Response(null, { status: 401, headers: { "x-upstream-www-authenticate": challenge } });
  const { fetch } = setUp([closed, answer]);
  expect((await fetch(url, post)).headers.get("www-authenticate")).toBe(challenge);
});

test("rejects a response that is too long, but not a long stream of short events", async () => {
  const piece = new TextEncoder().encode(`data: ${"x".repeat(999_990)}\n\n`);
  const long = (type: string) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (let count = 0; count < 20; count += 1) controller.enqueue(piece);
          controller.close();
        },
      }),
      { headers: { "content-type": type } },
    );
  const { fetch, onTooLarge } = setUp([long("text/event-stream"), long("application/json")]);
  expect((await (await fetch(url)).text()).length).toBe(20 * piece.length);
  expect(onTooLarge).not.toHaveBeenCalled();
  await expect((await fetch(url)).text()).rejects.toThrow("The answer is too large.");
  expect(onTooLarge).toHaveBeenCalledTimes(1);
});

test("requests an address that the server names without redirects, like the server's own @T9.6", async () => {
  const { env, fetch } = setUp([ok(), ok()]);
  await fetch("https://tides.test/.well-known/oauth-protected-resource");
  await fetch(new URL("https://auth.example/token"));
  const init = { credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" };
  expect(env.calls).toEqual([
    { url: "https://tides.test/.well-known/oauth-protected-resource", init },
    { url: "https://auth.example/token", init },
  ]);
});

test.each([
  "http://127.0.0.1:11434/api/tags",
  "https://localhost/",
  "http://auth.example/",
  "https://ada:b@auth.example/",
])("neither requests nor relays an address that the server may not name: %s @T9.6", async (address) => {
  const { env, fetch } = setUp([]);
  await expect(fetch(address, post)).rejects.toThrow("The MCP server names an address that is not allowed.");
  expect(env.calls).toEqual([]);
});

describe("a server in the local network without encryption", () => {
  const nas = "http://nas.local:8080/sse";

  function setUpNas(plainHost: string, responses: readonly FakeAnswer[]) {
    const env = fakeEnvironment({ responses });
    return { env, fetch: createMcpFetch({ url: nas, plainHost, env, relay: () => relay, onTooLarge: () => {} }) };
  }

  test("is requested directly if the user has consented, never through the relay, and without redirects @T9.6", async () => {
    const { env, fetch } = setUpNas("nas.local:8080", [ok(), closed]);
    await fetch(nas, post);
    await expect(fetch("http://nas.local:8080/messages?id=1", post)).rejects.toThrow("Failed to fetch");
    const init = { ...post, credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" };
    expect(env.calls).toEqual([
      { url: nas, init },
      { url: "http://nas.local:8080/messages?id=1", init },
    ]);
  });

  test.each([
    ["without consent", "", nas],
    ["with the consent for another host", "nas.local", nas],
    ["at another host that the server names", "nas.local:8080", "http://router.local/"],
    ["at another port", "nas.local:8080", "http://nas.local/"],
  ])("is not requested %s @T9.6", async (_, plainHost, address) => {
    const { env, fetch } = setUpNas(plainHost, []);
    await expect(fetch(address, post)).rejects.toThrow("The MCP server names an address that is not allowed.");
    expect(env.calls).toEqual([]);
  });
});
