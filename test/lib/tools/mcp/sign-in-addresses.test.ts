import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { createMcpFetch } from "@/lib/tools/mcp/mcp-fetch";

const server = "https://mcp.example/mcp";
const home = "http://127.0.0.1:11434";

/** What a public server and its authorization server say, where nothing is wrong. */
const good = {
  challenge: "https://mcp.example/.well-known/oauth-protected-resource/mcp",
  issuer: "https://auth.example",
  register: "https://auth.example/register",
  token: "https://auth.example/token",
};

/** Signs in, from the server's challenge to the token, and returns the addresses that were asked for. */
async function addressesOf({ challenge, issuer, register, token }: typeof good, hasRelay: boolean) {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    [challenge]: { resource: server, authorization_servers: [issuer] },
    [`${issuer}/.well-known/oauth-authorization-server`]: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: token,
      registration_endpoint: register,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
    [register]: { client_id: "client", redirect_uris: ["https://chat.example/oauth.html"] },
    [token]: { access_token: "token", token_type: "Bearer" },
  };
  const fetch = async (address: string, init: RequestInit = {}) => {
    const target = new Headers(init.headers).get("x-base-url") ?? address;
    asked.push(target);
    return target in answers ? Response.json(answers[target]) : new Response(null, { status: 404 });
  };
  const relay = { url: "/api/proxy", headers: {} };
  const fetchFn = createMcpFetch({
    url: server,
    env: { fetch },
    relay: () => (hasRelay ? relay : undefined),
    onTooLarge: () => {},
  });
  const stored: Pick<OAuthClientProvider, "clientInformation"> & { client?: object; verifier: string } = {
    verifier: "",
    clientInformation: () => stored.client as { client_id: string } | undefined,
  };
  const provider: OAuthClientProvider = {
    redirectUrl: "https://chat.example/oauth.html",
    clientMetadata: { redirect_uris: ["https://chat.example/oauth.html"] },
    clientInformation: stored.clientInformation,
    saveClientInformation: (client) => {
      stored.client = client;
    },
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
    saveCodeVerifier: (verifier) => {
      stored.verifier = verifier;
    },
    codeVerifier: () => stored.verifier,
  };
  const options = { serverUrl: server, resourceMetadataUrl: new URL(challenge), fetchFn };
  const run = async () => {
    await auth(provider, options);
    await auth(provider, { ...options, authorizationCode: "code" });
    return "signed in";
  };
  const end = await run().catch(({ message }: Error) => message);
  return { end, hosts: [...new Set(asked.map((address) => new URL(address).origin))] };
}

test.each([true, false])(
  "a sign-in at a public server only requests public hosts (relay: %s) @T9.6",
  async (hasRelay) => {
    expect(await addressesOf(good, hasRelay)).toEqual({
      end: "signed in",
      hosts: ["https://mcp.example", "https://auth.example"],
    });
  },
);

test.each([
  ["resource metadata", { challenge: `${home}/metadata` }],
  ["authorization server", { issuer: home }],
  ["registration endpoint", { register: `${home}/register` }],
  ["token endpoint", { token: `${home}/token` }],
])("never requests a public server's %s on this computer @T9.6", async (_, changed) => {
  for (const hasRelay of [true, false]) {
    const { end, hosts } = await addressesOf({ ...good, ...changed }, hasRelay);
    expect(hosts).not.toContain(home);
    expect(end).not.toBe("signed in");
  }
});
