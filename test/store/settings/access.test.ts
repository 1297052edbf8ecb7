import { openai } from "@/lib/providers/openai";
import { siteHost, storedAccessSettings } from "@/lib/settings/access-settings";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { builtInProviders, createAccess, isAuthorized } from "@/store/settings/access";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";

function setUp(responses: readonly FakeAnswer[] = []) {
  const env = fakeEnvironment({ now: 1000, responses });
  const { getState } = createAccess({ env });
  return { env, getState };
}

test("initially there is no code, no key, no server, and no flags", () => {
  const { getState } = setUp();
  expect(getState()).toMatchObject({ accessCode: "", useCustomConfig: false, hosts: {}, flags: null, reach: {} });
  const fields = builtInProviders.flatMap((provider) => Object.values(provider.fields));
  expect(Object.values(getState().values)).toEqual(fields.map(({ default: usual }) => usual));
  expect(fields.filter((field) => field.kind === "secret" && field.default !== "")).toEqual([]);
});

test("stores changes with a time and loads them; trims the access code", () => {
  const { getState } = setUp();
  getState().setAccessCode(" open ");
  getState().setUseCustomConfig(true);
  getState().setValue(openai, "url", " https://my.example ");
  getState().setValue(openai, "apiKey", " sk-1 ");
  const expected = {
    accessCode: "open",
    useCustomConfig: true,
    values: { openaiUrl: "https://my.example", openaiApiKey: "sk-1" },
    hosts: { openaiApiKey: "my.example" },
    lastUpdateTime: 1000,
  };
  expect(getState()).toMatchObject({ ...expected, accessCode: " open " });
  const stored = JSON.parse(JSON.stringify(storedAccessSettings(getState())));
  const other = setUp().getState;
  other().hydrate(stored);
  expect(other()).toMatchObject(expected);
});

test("does not restore stored flags or the reach of a server", () => {
  const { getState } = setUp();
  getState().hydrate({ flags: { needCode: false }, reach: { relay: "https://evil.example" }, accessCode: "open" });
  expect(getState()).toMatchObject({ accessCode: "open", flags: null, reach: {} });
});

describe("the server's flags", () => {
  test("are requested from the relay, without a body", async () => {
    const { env, getState } = setUp([Response.json({ needCode: false, demo: "offered" })]);
    getState().setReach({ relay: "/base/api" });
    await getState().fetchFlags();
    const init = { method: "POST", body: null, signal: expect.any(AbortSignal) };
    expect(env.calls).toEqual([{ url: "/base/api/config", init }]);
    expect(getState().flags).toMatchObject({ needCode: false, demo: "offered", hideUserApiKey: false });
  });

  test("determine whether stored own keys are used", async () => {
    const { getState } = setUp([Response.json({ hideUserApiKey: true }), Response.json({})]);
    getState().setReach({ relay: "/api" });
    await getState().fetchFlags();
    expect(getState().reach).toEqual({ relay: "/api", refusesOwnKeys: true, upstreamHosts: {} });
    await getState().fetchFlags();
    expect(getState().reach).toEqual({ relay: "/api", refusesOwnKeys: false, upstreamHosts: {} });
  });

  test("bind the keys that a NextChat used on this site to the operator's host, or to the public address", async () => {
    const hosts = { openaiApiKey: siteHost, googleApiKey: siteHost, anthropicApiKey: "mine.example" };
    const { getState } = setUp([Response.json({ upstreamHosts: { openai: "gateway.example" } })]);
    getState().hydrate({ useCustomConfig: true, hosts });
    getState().setReach({ relay: "/api" });
    await getState().fetchFlags();
    const bound = { openaiApiKey: "gateway.example", googleApiKey: "", anthropicApiKey: "mine.example" };
    expect(getState().hosts).toEqual(bound);
    getState().hydrate({ useCustomConfig: true, hosts });
    expect(getState().hosts).toEqual(bound);
  });

  test("that do not arrive leave those keys unbound", async () => {
    const { getState } = setUp([new Response("", { status: 500 })]);
    getState().hydrate({ useCustomConfig: true, hosts: { openaiApiKey: siteHost } });
    getState().setReach({ relay: "/api" });
    await getState().fetchFlags();
    expect(getState().hosts).toEqual({ openaiApiKey: siteHost });
  });

  test("are those of a static build without a server, and nothing is fetched", async () => {
    const { env, getState } = setUp();
    await getState().fetchFlags();
    expect(getState().flags).toEqual(serverlessFlags);
    expect(env.calls).toEqual([]);
  });

  test("that arrive late are used; until then the app assumes that a code is needed", async () => {
    let answer: (response: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { env, getState } = setUp([() => late]);
    getState().setReach({ relay: "/api" });
    const fetching = getState().fetchFlags();
    await env.advance(4999);
    expect(getState()).toMatchObject({ flags: null, areFlagsFinal: false });
    await env.advance(1);
    await fetching;
    expect(getState()).toMatchObject({ flags: { needCode: true, disableFastLink: true }, areFlagsFinal: false });
    answer(Response.json({ needCode: false }));
    await env.advance(0);
    expect(getState()).toMatchObject({ flags: { needCode: false, disableFastLink: false }, areFlagsFinal: true });
  });

  const failing: readonly (readonly [string, FakeAnswer])[] = [
    ["answers with an error", new Response("{}", { status: 500 })],
    ["answers with a page", new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["answers with something else", Response.json(null)],
    [
      "cannot be reached",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ];
  test.each(failing)("require a code and disable links if the server %s", async (_name, answer) => {
    const { getState } = setUp([answer]);
    getState().setReach({ relay: "/api" });
    await getState().fetchFlags();
    expect(getState().flags).toMatchObject({ needCode: true, disableFastLink: true, demo: "off" });
  });
});

describe("a user may send", () => {
  const plain = setUp().getState();
  const flags = { ...serverlessFlags, needCode: true };
  const keyed = {
    useCustomConfig: true,
    values: { ...plain.values, openaiApiKey: "sk-1" },
    hosts: { openaiApiKey: "" },
  };

  test.each([
    ["before the server has responded", {}, false],
    ["with a server that needs a code", { flags }, false],
    ["with a server that needs no code", { flags: { ...flags, needCode: false } }, true],
    ["with a code, right or wrong", { flags, accessCode: "open" }, true],
    ["with an own key", { flags, ...keyed }, true],
    ["with an own key if own keys are off", { flags, ...keyed, useCustomConfig: false }, false],
    ["with an own key if these are forbidden", { flags, ...keyed, reach: { refusesOwnKeys: true } }, false],
    ["with an own key for another host", { flags, ...keyed, hosts: { openaiApiKey: "x.example" } }, false],
  ])("%s: %#", (_name, given, expected) => {
    expect(isAuthorized({ ...plain, ...given })).toBe(expected);
  });
});
