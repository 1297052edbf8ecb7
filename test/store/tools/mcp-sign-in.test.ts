import "fake-indexeddb/auto";
import type { ShellSignIn } from "@/lib/platform/desktop-port";
import { signedIn, signIn } from "@/store/tools/mcp-sign-in";
import { useMcpSignIns } from "@/store/tools/mcp-sign-ins";
import { type FakeCall, fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";

/** The sign-in of the desktop shell; undefined in a browser. */
let shell: ShellSignIn | undefined;

jest.mock("@/lib/platform/desktop", () => ({
  ...jest.requireActual("@/lib/platform/desktop"),
  isInShell: () => shell !== undefined,
  desktop: async () => shell && { signIn: shell },
}));

const server = "https://mcp.test/mcp";
const redirectUri = "https://parley.test/oauth.html";

const json = (value: unknown) => Response.json(value);

/** An authorization server on the host of the MCP server. */
function answerOf({ url, init }: FakeCall): Response {
  const { pathname } = new URL(url);
  if (pathname.startsWith("/.well-known/oauth-protected-resource")) return new Response("", { status: 404 });
  if (pathname.startsWith("/.well-known/")) {
    return json({
      issuer: "https://mcp.test",
      authorization_endpoint: "https://mcp.test/authorize",
      token_endpoint: "https://mcp.test/token",
      registration_endpoint: "https://mcp.test/register",
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    });
  }
  if (pathname === "/register") return json({ client_id: "parley-client", redirect_uris: [redirectUri] });
  const sent = new URLSearchParams(String(init.body));
  if (pathname !== "/token" || sent.get("code") !== "right") return new Response("{}", { status: 400 });
  return json({ access_token: `token of ${sent.get("client_id")}`, token_type: "bearer" });
}

/** A popup that an authorization server redirects back with these parameters. */
function popupWith(parameters: (asked: URLSearchParams) => string | undefined) {
  const popup = {
    opener: "parley" as unknown,
    isClosed: false,
    asked: undefined as URLSearchParams | undefined,
    close: () => {
      popup.isClosed = true;
    },
    location: {
      replace(address: string) {
        popup.asked = new URL(address).searchParams;
        const answer = parameters(popup.asked);
        if (answer === undefined) return;
        const channel = new BroadcastChannel(`mcp-sign-in:${popup.asked.get("state")}`);
        channel.postMessage(answer);
        setTimeout(() => channel.close(), 50);
      },
    },
  };
  Object.assign(globalThis, { open: () => popup });
  return popup;
}

const env = () => fakeEnvironment({ responses: answerOf });
const never = () => new AbortController().signal;

beforeEach(() => {
  shell = undefined;
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    location: new URL("https://parley.test/"),
    navigator: {},
  });
  useMcpSignIns.setState({ signIns: {} });
});

test("a sign-in stores the tokens under the server's address, and closes the popup", async () => {
  const popup = popupWith((asked) => `code=right&state=${asked.get("state")}`);
  expect(await signIn(server, never(), env())).toBe("signed-in");
  expect(useMcpSignIns.getState().signIns[server]).toMatchObject({
    tokens: { access_token: "token of parley-client" },
    client: { client_id: "parley-client" },
    verifier: "",
  });
  expect([popup.isClosed, popup.opener, popup.asked?.get("redirect_uri")]).toEqual([true, null, redirectUri]);
  expect(popup.asked?.get("code_challenge_method")).toBe("S256");
  expect(signedIn(server)).toBeDefined();
});

test.each([
  ["with the state of another sign-in", () => "code=right&state=other"],
  ["without a code", (asked: URLSearchParams) => `error=access_denied&state=${asked.get("state")}`],
  ["with a wrong code", (asked: URLSearchParams) => `code=wrong&state=${asked.get("state")}`],
])("a redirect %s is refused", async (_what, parameters) => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
  const popup = popupWith(parameters);
  expect(await signIn(server, never(), env())).toBe("refused");
  expect([popup.isClosed, signedIn(server)]).toEqual([true, undefined]);
});

test("a sign-in that the user cancels stops", async () => {
  const cancel = new AbortController();
  popupWith(() => {
    cancel.abort();
    return undefined;
  });
  expect(await signIn(server, cancel.signal, env())).toBe("stopped");
});

test("a blocked popup is reported", async () => {
  Object.assign(globalThis, { open: () => null });
  expect(await signIn(server, never(), env())).toBe("blocked");
});

test("a server that names an authorization page in a private network is refused, and the popup stays empty", async () => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
  const popup = popupWith(() => undefined);
  const responses = async (call: FakeCall) => {
    const answer = answerOf(call);
    if (!call.url.includes("/.well-known/oauth-authorization-server")) return answer;
    return json({ ...(await answer.json()), authorization_endpoint: "http://192.168.0.1/authorize" });
  };
  expect(await signIn(server, never(), fakeEnvironment({ responses }))).toBe("refused");
  expect(popup.asked).toBeUndefined();
});

/** A shell whose browser comes back with these parameters; never without any. */
function shellWith(parameters?: (asked: URLSearchParams) => string) {
  const asked: { address: URL; state: string; text: string }[] = [];
  const cancel = jest.fn(async () => {});
  let port = 40_000;
  shell = {
    async start() {
      port += 1;
      return `http://127.0.0.1:${port}/oauth`;
    },
    async finish({ address, state, text }) {
      asked.push({ address: new URL(address), state, text });
      return parameters ? parameters(new URL(address).searchParams) : new Promise(() => {});
    },
    cancel,
  };
  return { asked, cancel };
}

test("the desktop app signs in in the browser, and registers the port of each sign-in", async () => {
  const { asked, cancel } = shellWith((given) => `code=right&state=${given.get("state")}`);
  Object.assign(globalThis, { open: () => expect("a popup").toBe("not opened") });
  const registered: unknown[] = [];
  const noting = (call: FakeCall) => {
    if (new URL(call.url).pathname === "/register") registered.push(JSON.parse(String(call.init.body)).redirect_uris);
    return answerOf(call);
  };
  for (let turn = 0; turn < 2; turn++)
    expect(await signIn(server, never(), fakeEnvironment({ responses: noting }), "Go back")).toBe("signed-in");
  expect(registered).toEqual([["http://127.0.0.1:40001/oauth"], ["http://127.0.0.1:40002/oauth"]]);
  expect(asked.map(({ address }) => address.searchParams.get("redirect_uri"))).toEqual(registered.flat());
  expect(asked[0]).toMatchObject({ state: asked[0]?.address.searchParams.get("state"), text: "Go back" });
  expect(cancel).toHaveBeenCalledTimes(2);
});

test("a sign-in in the browser that is canceled closes the port", async () => {
  const { asked, cancel } = shellWith();
  const controller = new AbortController();
  const ended = signIn(server, controller.signal, env());
  while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  expect(await ended).toBe("stopped");
  expect(cancel).toHaveBeenCalled();
});

test("a redirect to the desktop app with the state of another sign-in is refused", async () => {
  shellWith(() => "code=right&state=other");
  expect(await signIn(server, never(), env())).toBe("refused");
  expect(signedIn(server)).toBeUndefined();
});
