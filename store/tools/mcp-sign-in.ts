import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { desktop, isInShell } from "@/lib/platform/desktop";
import type { ShellSignIn } from "@/lib/platform/desktop-port";
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

/** The place where the user signs in. */
interface SignInPlace {
  /** The address to which the authorization server redirects at the end. */
  readonly redirectUrl: string;
  /** Shows the sign-in page. */
  lead(address: URL): void;
  /** Waits for the redirect's parameters. Returns undefined if the user cancels. */
  answer(signal: AbortSignal): Promise<URLSearchParams | undefined>;
  close(): void;
}

/**
 * Signs in at a server, in a popup of the authorization server or, in the desktop app, in the system's browser. Call it
 * from a click handler, or the browser blocks the popup. The PKCE verifier stays in this tab. Not every authorization
 * server lets us detect a closed popup, so the user cancels through the signal. `closingText` is shown in the system's
 * browser at the end.
 */
export async function signIn(
  url: string,
  signal: AbortSignal,
  env = browserEnvironment,
  closingText = "",
): Promise<SignInEnd> {
  const state = env.newId();
  const place = isInShell() ? await shellPlace(state, closingText) : popupPlace(state);
  if (!place) return isInShell() ? "refused" : "blocked";
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
    // A registration is for one redirect address, and that of the desktop app has another port each time.
    if (isInShell()) useMcpSignIns.getState().set(url, { client: undefined });
    const provider = providerOf(url, (address) => leadTo(place, url, address), state, place.redirectUrl);
    const answered = place.answer(signal);
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
    place.close();
  }
}

/** Opens a popup; undefined if the browser blocks it. */
function popupPlace(state: string): SignInPlace | undefined {
  const popup = open("about:blank", "_blank", "popup,width=520,height=720");
  if (!popup) return undefined;
  const channel = new BroadcastChannel(`${channelName}:${state}`);
  return {
    redirectUrl: popupRedirect(),
    lead(address) {
      popup.opener = null;
      popup.location.replace(address.href);
    },
    answer: (signal) => answerOf(channel, signal),
    close() {
      channel.close();
      popup.close();
    },
  };
}

/** Prepares a sign-in in the system's browser; undefined if the shell cannot open a port for its way back. */
async function shellPlace(state: string, text: string): Promise<SignInPlace | undefined> {
  const shell: ShellSignIn | undefined = (await desktop())?.signIn;
  const redirectUrl = await shell?.start().catch((error: unknown) => console.warn("Could not open a port.", error));
  if (!shell || !redirectUrl) return undefined;
  let lead: (address: URL) => void = () => {};
  const led = new Promise<URL>((resolve) => {
    lead = resolve;
  });
  return {
    redirectUrl,
    lead: (address) => lead(address),
    async answer(signal) {
      const stopped = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
      const finish = async () => shell.finish({ address: (await led).href, state, text });
      const query = await Promise.race([finish(), stopped]);
      return query === undefined ? undefined : new URLSearchParams(query);
    },
    close: () => void shell.cancel(),
  };
}

/** The redirect address of a popup: a page of this origin. */
const popupRedirect = () => `${location.origin}${basePath}/oauth.html`;

/** Prefix of the channel on which `oauth.html`, the redirect target, posts its parameters. The state is appended. */
const channelName = "mcp-sign-in";

/**
 * Shows the sign-in page. Until then a popup has this page's origin, so a `javascript:` address would run as our code.
 * The opened page must not be able to navigate this tab. Throws if the server may not name the address.
 */
function leadTo(place: SignInPlace, server: string, address: URL): void {
  if (!canServerName(server, address)) throw new Error("The server's sign-in address is not allowed.");
  place.lead(address);
}

/** Waits for the redirect's parameters. Returns undefined if the signal aborts. */
function answerOf(channel: BroadcastChannel, signal: AbortSignal): Promise<URLSearchParams | undefined> {
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(new URLSearchParams(String(data)));
    signal.addEventListener("abort", () => resolve(undefined));
  });
}

/** Returns the OAuth provider for the MCP library, stored under the server's address. */
function providerOf(
  url: string,
  redirect: (address: URL) => void,
  state = "",
  redirectUrl = popupRedirect(),
): OAuthClientProvider {
  const { set } = useMcpSignIns.getState();
  const kept = () => useMcpSignIns.getState().signIns[url];
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
