import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { createMcpFetch } from "@/lib/tools/mcp/mcp-fetch";
import { canServerName } from "@/lib/tools/mcp/named-address";
import { useMcpSignIns } from "@/store/tools/mcp-sign-ins";
import { pluginRelay } from "@/store/tools/plugins";

/** What servers said of how to sign in, by address; asked again at each page load. */
const challenges = new Map<string, Response>();

/** Remembers the answer of a server that wants a sign-in. */
export function noteChallenge(url: string, { status, headers }: Response): void {
  challenges.set(url, new Response(null, { status, headers }));
}

/** Returns what signs the requests to a server; nothing where the user is not signed in there. */
export function signedIn(url: string): OAuthClientProvider | undefined {
  return useMcpSignIns.getState().signIns[url]?.tokens ? providerOf(url, () => {}) : undefined;
}

/** How a sign-in ended. */
export type SignInEnd = "signed-in" | "stopped" | "blocked" | "refused";

/**
 * Signs in at a server, in a window of the authorisation server's own; to be called from a press of a button, or the
 * browser keeps the window shut. The proof that the code came to whoever asked for it stays on this page (PKCE). Whether
 * the window was closed cannot be told of every authorisation server, so that a person stops the sign-in by the signal.
 */
export async function signIn(url: string, signal: AbortSignal): Promise<SignInEnd> {
  const popup = open("about:blank", "_blank", "popup,width=520,height=720");
  if (!popup) return "blocked";
  const state = browserEnvironment.newId();
  const channel = new BroadcastChannel(`${channelName}:${state}`);
  try {
    const { auth, extractWWWAuthenticateParams } = await import("@modelcontextprotocol/sdk/client/auth.js");
    const challenge = challenges.get(url);
    const { resourceMetadataUrl, scope } = challenge ? extractWWWAuthenticateParams(challenge) : {};
    const options = {
      serverUrl: url,
      fetchFn: createMcpFetch({ url, env: browserEnvironment, relay: pluginRelay, onTooLarge: () => {} }),
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

/** The page that the authorisation server leads back to (`oauth.html`) speaks on a channel that is named with the state. */
const channelName = "mcp-sign-in";

/**
 * Opens the page where the user signs in. The window has this page's origin until then, so a script address would run as
 * our own code. The opened page must not navigate this one. Throws if the server may not name the address.
 */
function leadTo(popup: Window, server: string, address: URL): void {
  if (!canServerName(server, address)) throw new Error("The server names no address to sign in at.");
  popup.opener = null;
  popup.location.replace(address.href);
}

/** Waits for what the authorisation server gave to the page that it led back to; nothing where the signal stops it. */
function answerOf(channel: BroadcastChannel, signal: AbortSignal): Promise<URLSearchParams | undefined> {
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(new URLSearchParams(String(data)));
    signal.addEventListener("abort", () => resolve(undefined));
  });
}

/** What the protocol's library asks for a sign-in, kept under the address of the server. */
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
