import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request as requestTo } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "@/lib/settings/sync-settings";
import { startUpstream } from "./local-upstream";
import type { SyncPeer } from "./sync-peers";

/** The bucket of the server, and the only credential that it takes. */
const account = {
  region: "eu-central-1",
  bucket: "notes",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
} as const;

/** The domain of the server, where the bucket is part of the host name. */
const domain = "s3.service.test";

/** Rules that let pages of any origin call the bucket, as in the user guide. */
const corsRules = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>DELETE</AllowedMethod>
  <AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`;

/** An S3 server. */
export interface S3Peer extends SyncPeer {
  /** Returns the settings of its bucket. */
  settings(given?: Partial<S3Settings>): S3Settings;
  /** Sends a call to `domain` to this server, which no name service knows. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** Properties of an S3 server. */
interface PeerOptions {
  /** Whether it refuses writes whose condition is not met. Otherwise it ignores conditions. */
  readonly isConditional?: boolean;
  /** Whether pages of other origins may call it. */
  readonly hasCors?: boolean;
  /** Whether it takes any signature: s3rver computes wrong ones where the bucket is part of the host name. */
  readonly isTrusting?: boolean;
}

/** Starts s3rver with one bucket. Its front checks the conditions of writes, which s3rver ignores. */
export async function startS3(options: PeerOptions = {}): Promise<S3Peer> {
  const { isConditional = false, hasCors = false, isTrusting = false } = options;
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const configs = hasCors ? [corsRules] : [];
  const server = new S3rver({
    ...{ port: 0, address: "127.0.0.1", silent: true, directory, serviceEndpoint: domain.replace("s3.", "") },
    allowMismatchedSignatures: isTrusting,
    configureBuckets: [{ name: account.bucket, configs }],
  });
  const { port } = await server.run();
  const front = isConditional ? await startConditions(port) : undefined;
  const url = front?.url ?? `http://127.0.0.1:${port}`;
  return {
    url,
    settings: (given = {}) => ({ endpoint: url, prefix: "", isPathStyle: true, ...account, ...given }),
    fetch: (address, init) => fetchAt(Number(new URL(url).port), address, init),
    async stop() {
      await front?.close();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Returns the address of a server where the bucket is part of the host name. */
export function hostAddress({ url }: SyncPeer): string {
  return `http://${domain}:${new URL(url).port}`;
}

/** Starts a front that checks If-Match and If-None-Match of writes, one write after the other. */
async function startConditions(port: number) {
  const versions = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  return startUpstream(async (request, response) => {
    const { method = "", url = "" } = request;
    const turn = last;
    let end = () => {};
    last = new Promise<void>((resolve) => {
      end = resolve;
    });
    await turn;
    try {
      const version = versions.get(url);
      const isRefused =
        method === "PUT" &&
        ((request.headers["if-none-match"] === "*" && version !== undefined) ||
          (request.headers["if-match"] !== undefined && request.headers["if-match"] !== version));
      if (isRefused) {
        response.writeHead(412).end("<Error><Code>PreconditionFailed</Code></Error>");
        return;
      }
      const answer = await passOn(request, port);
      if (method === "PUT" && answer.statusCode === 200) versions.set(url, answer.headers.etag ?? "");
      if (method === "DELETE") versions.delete(url);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      for await (const piece of answer) response.write(piece);
      response.end();
    } finally {
      end();
    }
  });
}

/** Sends a request on with all its headers, which are signed. */
function passOn(request: IncomingMessage, port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url: path, headers } = request;
    const onward = requestTo({ host: "127.0.0.1", port, method, path, headers }, resolve);
    onward.on("error", reject);
    request.pipe(onward);
  });
}

/** Fetches an address from a port of this computer, with the header Host of the address. */
function fetchAt(port: number, address: string, { method = "GET", headers, body }: RequestInit = {}) {
  const { pathname, search, host } = new URL(address);
  return new Promise<Response>((resolve, reject) => {
    const sent = { ...(headers as Record<string, string>), host };
    const call = requestTo({ host: "127.0.0.1", port, method, path: pathname + search, headers: sent }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("end", () => {
        const { statusCode: status = 500, headers } = answer;
        const known = { ...(headers.etag === undefined ? {} : { etag: headers.etag }) };
        resolve(new Response(status === 204 ? null : Buffer.concat(pieces), { status, headers: known }));
      });
    });
    call.on("error", reject);
    call.end(body ?? undefined);
  });
}
