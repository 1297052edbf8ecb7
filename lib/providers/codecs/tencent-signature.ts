import type { HttpCall } from "@/lib/providers/provider";
import { hexOf, hmacSha256, sha256Hex } from "@/lib/providers/sha256";

const algorithm = "TC3-HMAC-SHA256";
const service = "hunyuan";
const action = "ChatCompletions";
const version = "2023-09-01";
const contentType = "application/json";
const signedHeaders = "content-type;host;x-tc-action";

/** The two parts of a credential. */
interface TencentSecrets {
  readonly secretId: string;
  readonly secretKey: string;
}

/** The content that a signature covers. */
interface SignedContent {
  /** The host, with its port if there is one. */
  readonly host: string;
  /** The body exactly as it is sent. */
  readonly body: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
}

/** A signature and its intermediate results; keys are in hexadecimal. */
export interface TencentSignature {
  /** The date in UTC (`YYYY-MM-DD`). */
  readonly date: string;
  readonly hashedBody: string;
  readonly canonicalRequest: string;
  readonly hashedRequest: string;
  readonly stringToSign: string;
  readonly dateKey: string;
  readonly serviceKey: string;
  readonly signingKey: string;
  readonly signature: string;
  /** The value of the `Authorization` header. */
  readonly authorization: string;
}

/** Computes a signature, version 3. https://cloud.tencent.com/document/api/1729/101843 */
export function tencentSignature(secrets: TencentSecrets, content: SignedContent): TencentSignature {
  const date = new Date(content.timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const hashedBody = sha256Hex(content.body);
  const canonicalRequest = [
    "POST",
    "/",
    "",
    `content-type:${contentType}`,
    `host:${content.host.toLowerCase()}`,
    `x-tc-action:${action.toLowerCase()}`,
    "",
    signedHeaders,
    hashedBody,
  ].join("\n");
  const hashedRequest = sha256Hex(canonicalRequest);
  const stringToSign = [algorithm, content.timestamp, scope, hashedRequest].join("\n");
  const dateKey = hmacSha256(`TC3${secrets.secretKey}`, date);
  const serviceKey = hmacSha256(dateKey, service);
  const signingKey = hmacSha256(serviceKey, "tc3_request");
  const signature = hexOf(hmacSha256(signingKey, stringToSign));
  return {
    date,
    hashedBody,
    canonicalRequest,
    hashedRequest,
    stringToSign,
    dateKey: hexOf(dateKey),
    serviceKey: hexOf(serviceKey),
    signingKey: hexOf(signingKey),
    signature,
    authorization: `${algorithm} Credential=${secrets.secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

/**
 * Signs a call for its host. The action is fixed and never taken from the call: a client of the relay must not choose
 * what the operator's secret is used for.
 *
 * @param now in milliseconds since the epoch
 */
export function signTencentCall(call: HttpCall, secrets: TencentSecrets, now: number): HttpCall {
  const timestamp = Math.floor(now / 1000);
  const { host } = new URL(call.url);
  const { authorization } = tencentSignature(secrets, { host, body: call.body ?? "", timestamp });
  const signed = {
    Authorization: authorization,
    "Content-Type": contentType,
    "X-TC-Action": action,
    "X-TC-Version": version,
    "X-TC-Timestamp": String(timestamp),
  };
  const replaced = Object.keys(signed).map((name) => name.toLowerCase());
  const kept = Object.entries(call.headers).filter(([name]) => !replaced.includes(name.toLowerCase()));
  return { ...call, headers: { ...Object.fromEntries(kept), ...signed } };
}
