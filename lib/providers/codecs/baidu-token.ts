import { AppError } from "@/lib/errors";
import { parseJson, recordOf, stringOf } from "@/lib/json";
import { type ErrorKinds, replyErrorKind } from "@/lib/providers/codecs/reply-error";
import type { HttpCall, Signing } from "@/lib/providers/provider";
import { sha256Hex } from "@/lib/providers/sha256";

/** Margin before a token's expiry, in seconds: the token is renewed early so that it does not expire during a call. */
const marginSeconds = 300;

const errorKinds: ErrorKinds = { invalidclient: "auth", unauthorizedclient: "auth" };

/** The token endpoint and its credential. */
interface TokenSource {
  /** The base URL of both the token endpoint and the chat endpoint. */
  readonly address: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

interface Token {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/**
 * Adds an access token to the URL of a call to Baidu's first API.
 *
 * @throws AppError when no token is issued; what `fetch` throws
 */
export async function withToken(call: HttpCall, source: TokenSource, signing: Signing): Promise<HttpCall> {
  const { address, apiKey, secretKey } = source;
  // The digest identifies the credential without revealing it.
  const name = `baidu-token-${sha256Hex(JSON.stringify([address, apiKey, secretKey]))}`;
  const token = await signing.remember(name, async () => {
    const { accessToken, expiresInSeconds } = await fetchToken(source, signing);
    return { value: accessToken, freshForMs: Math.max(0, expiresInSeconds - marginSeconds) * 1000 };
  });
  return { ...call, url: `${call.url}?access_token=${encodeURIComponent(token)}` };
}

/** Reads the response of the token endpoint. Returns undefined if it contains no token. Never throws. */
export function readToken(body: string): Token | undefined {
  const { access_token, expires_in } = recordOf(parseJson(body));
  const accessToken = stringOf(access_token);
  const expiresInSeconds = typeof expires_in === "number" ? expires_in : 0;
  return accessToken ? { accessToken, expiresInSeconds } : undefined;
}

async function fetchToken({ address, apiKey, secretKey }: TokenSource, signing: Signing): Promise<Token> {
  const query = { grant_type: "client_credentials", client_id: apiKey, client_secret: secretKey };
  const url = `${address}/oauth/2.0/token?${new URLSearchParams(query)}`;
  // Do not follow redirects: they would send the secret to a host that the user did not enter.
  const init: RequestInit = { method: "POST", headers: { Accept: "application/json" }, redirect: "manual" };
  const response = await signing.fetch(url, init);
  const body = await response.text();
  const token = response.ok ? readToken(body) : undefined;
  if (!token) throw refusalOf(response.status, body);
  return token;
}

function refusalOf(status: number, body: string): AppError {
  const { error, error_description } = recordOf(parseJson(body));
  const kind = replyErrorKind({ status, code: stringOf(error) }, errorKinds);
  return new AppError(kind, { message: stringOf(error_description) || stringOf(error), status });
}
