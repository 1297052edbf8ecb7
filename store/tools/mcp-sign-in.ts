import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { createMcpFetch } from "@/lib/tools/mcp/mcp-fetch";
import { canServerName } from "@/lib/tools/mcp/named-address";
import { useMcpSignIns } from "@/store/tools/mcp-sign-ins";
import { pluginRelay } from "@/store/tools/plugins";

/** The sign-in challenges of servers, by address. Requested again after each page load. */
const challenges = new Map<string, Response>();

/** Stores the response of a server that requires a sign-in. */
export function noteChallenge(url: string, { status, headers }: Response): void {
  challenges.set(url, new Response(null, { status, headers }));
}

/** Returns the authorization for requests to a server, or undefined if the user is not signed in. */
export function signedIn(url: string): OAuthClientProvider | undefined {
  return useMcpSignIns.getState().signIns[url]?.tokens ? providerOf(url, () => {}) : undefined;
}

/** The outcome of a sign-in. */
export type SignInEnd = "signed-in" | "stopped" | "blocked" | "refused";

/**
 * Signs in at a server, in a popup of the authorization server. Call it from a click handler, or the browser blocks the
 * popup. The PKCE verifier stays in this tab. Not every authorization server lets us detect a closed popup, so the user
 * cancels through the signal.
 */
export async function signIn(url: string, signal: AbortSignal, env = browserEnvironment): Promise<SignInEnd> {
  const popup = open("about:blank", "_blank", "popup,width=520,height=720");
  if (!popup) return "blocked";
  const state = env.newId();
  const channel = new BroadcastChannel(`${channelName}:${state}`);
  try {
    const { auth, extractWWWAuthenticateParams } = await import("@modelcontextprotocol/sdk/client/auth.js");
    const challenge = challenges.get(url);
    const { resourceMetadataUrl, scope } = challenge ? extractWWWAuthenticateParams(challenge) : {};
    const options = {
      serverUrl: url,
      fetchFn: createMcpFetch({ url, env, relay: pluginRelay, onTooLarge: () => {} }),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
    };
    useMcpSignIns.getState().set(url, { tokens: undefined });
    const provider = providerOf(url, (address) => leadTo(popup, url, address), state);
    const answered = answerOf(channel, signal);
    if ((await auth(provider, options)) === "AUTHORIZED") return "signed-in";
    const answer = await answered;
    if (answer === undefined) return "stopped";
    const code = answer.get("code");
    if (answer.get("state") !== state || !code) return "refused";
    return (await auth(provider, { ...options, authorizationCode: code })) === "AUTHORIZED" ? "signed-in" : "refused";
  } catch (thrown) {
    console.warn("The sign-in failed.", thrown);
    return "refused";
  } finally {
    channel.close();
    popup.close();
  }
}

/** Prefix of the channel on which `oauth.html`, the redirect target, posts its parameters. The state is appended. */
const channelName = "mcp-sign-in";

/**
 * Navigates the popup to the sign-in page. Until then the popup has this page's origin, so a `javascript:` address
 * would run as our code. The opened page must not be able to navigate this tab. Throws if the server may not name the
 * address.
 */
function leadTo(popup: Window, server: string, address: URL): void {
  if (!canServerName(server, address)) throw new Error("The server's sign-in address is not allowed.");
  popup.opener = null;
  popup.location.replace(address.href);
}

/** Waits for the redirect's parameters. Returns undefined if the signal aborts. */
function answerOf(channel: BroadcastChannel, signal: AbortSignal): Promise<URLSearchParams | undefined> {
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(new URLSearchParams(String(data)));
    signal.addEventListener("abort", () => resolve(undefined));
  });
}

/** Returns the OAuth provider for the MCP library, stored under the server's address. */
function providerOf(url: string, redirect: (address: URL) => void, state = ""): OAuthClientProvider {
  const { set } = useMcpSignIns.getState();
  const kept = () => useMcpSignIns.getState().signIns[url];
  const redirectUrl = `${location.origin}${basePath}/oauth.html`;
  return {
    redirectUrl,
    clientMetadata: {
      client_name: brand.name,
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => state,
    clientInformation: () => kept()?.client as OAuthClientInformationMixed | undefined,
    saveClientInformation: (client) => set(url, { client: { ...client } }),
    tokens: () => kept()?.tokens as OAuthTokens | undefined,
    saveTokens: (tokens) => set(url, { tokens: { ...tokens }, verifier: "" }),
    redirectToAuthorization: redirect,
    saveCodeVerifier: (verifier) => set(url, { verifier }),
    codeVerifier: () => kept()?.verifier ?? "",
    invalidateCredentials(scope) {
      if (scope === "all" || scope === "client") return useMcpSignIns.getState().forget(url);
      if (scope === "tokens") set(url, { tokens: undefined });
      if (scope === "verifier") set(url, { verifier: "" });
    },
  };
}
