import { AppError } from "@/lib/errors";
import { type ErrorWords, replyErrorKind } from "@/lib/providers/codecs/reply-error";
import { parseJson, recordOf, stringOf } from "@/lib/providers/json";
import type { HttpCall, Signing } from "@/lib/providers/provider";
import { sha256Hex } from "@/lib/providers/sha256";

/** How long before its end a token is given up, so that none ends under way. In seconds. */
const marginSeconds = 300;

const errorWords: ErrorWords = { invalidclient: "auth", unauthorizedclient: "auth" };

/** Where tokens are asked for, and with which credential. */
interface TokenSource {
  /** The address below which both the tokens and the chat are. */
  readonly address: string;
  readonly apiKey: string;
  readonly secretKey: string;
}

interface Token {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/**
 * Puts a token into the address of a call to Baidu's first interface.
 *
 * @throws AppError when no token is given out; what `fetch` throws
 */
export async function withToken(call: HttpCall, source: TokenSource, signing: Signing): Promise<HttpCall> {
  const { address, apiKey, secretKey } = source;
  // A digest names the credential without telling it.
  const name = `baidu-token-${sha256Hex(JSON.stringify([address, apiKey, secretKey]))}`;
  const token = await signing.remember(name, async () => {
    const { accessToken, expiresInSeconds } = await fetchToken(source, signing);
    return { value: accessToken, freshForMs: Math.max(0, expiresInSeconds - marginSeconds) * 1000 };
  });
  return { ...call, url: `${call.url}?access_token=${encodeURIComponent(token)}` };
}

/** Reads the answer of the place that gives out tokens; nothing when it holds none. Never throws. */
export function readToken(body: string): Token | undefined {
  const { access_token, expires_in } = recordOf(parseJson(body));
  const accessToken = stringOf(access_token);
  const expiresInSeconds = typeof expires_in === "number" ? expires_in : 0;
  return accessToken ? { accessToken, expiresInSeconds } : undefined;
}

async function fetchToken({ address, apiKey, secretKey }: TokenSource, signing: Signing): Promise<Token> {
  const asked = { grant_type: "client_credentials", client_id: apiKey, client_secret: secretKey };
  const url = `${address}/oauth/2.0/token?${new URLSearchParams(asked)}`;
  // A redirect would carry the secret to a host that nobody entered.
  const init: RequestInit = { method: "POST", headers: { Accept: "application/json" }, redirect: "manual" };
  const response = await signing.fetch(url, init);
  const body = await response.text();
  const token = response.ok ? readToken(body) : undefined;
  if (!token) throw refusalOf(response.status, body);
  return token;
}

function refusalOf(status: number, body: string): AppError {
  const { error, error_description } = recordOf(parseJson(body));
  const kind = replyErrorKind({ status, code: stringOf(error) }, errorWords);
  return new AppError(kind, { message: stringOf(error_description) || stringOf(error), status });
}
