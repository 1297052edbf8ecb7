import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { SignatureV4 } from "@smithy/signature-v4";
import type { RemoteCall } from "@/lib/sync/remote";

/** The credential of an S3 service, and the region that it is used in. */
export interface S3Credential {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Data = string | ArrayBuffer | ArrayBufferView;

/** SHA-256 in JavaScript, or HMAC with a secret: pages without a secure connection have no WebCrypto. */
class PlainSha256 {
  readonly #hash: { update(bytes: Uint8Array): unknown; digest(): Uint8Array };

  constructor(secret?: Data) {
    this.#hash = secret === undefined ? sha256.create() : hmac.create(sha256, bytesOf(secret));
  }

  update(data: Data): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  /** Required by the interface; each signature creates new instances. */
  reset(): void {}
}

/**
 * Returns the headers of a call with its signature (AWS Signature Version 4). They cover the content and all conditions,
 * so that nothing in between can remove a condition.
 */
export async function signedHeaders(
  { method, url, headers, body }: RemoteCall,
  { region, accessKeyId, secretAccessKey }: S3Credential,
  now: number,
): Promise<Record<string, string>> {
  const { protocol, hostname, port, host, pathname } = new URL(url);
  const signer = new SignatureV4({
    service: "s3",
    region,
    credentials: { accessKeyId, secretAccessKey },
    sha256: PlainSha256,
    // Paths at S3 are encoded once.
    uriEscapePath: false,
  });
  const request = {
    ...{ method, protocol, hostname, path: pathname, query: {}, body },
    ...(port === "" ? {} : { port: Number(port) }),
    headers: { ...headers, host },
  };
  const { host: _sentByFetch, ...signed } = (await signer.sign(request, { signingDate: new Date(now) })).headers;
  return signed;
}

function bytesOf(data: Data): Uint8Array {
  if (typeof data === "string") return utf8ToBytes(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
