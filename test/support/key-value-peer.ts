import { Miniflare } from "miniflare";
import { startUpstream } from "./local-upstream";

/** Cloudflare's key-value store, and a front of the shape of its interface for one account and one namespace. */
export interface KeyValuePeer {
  readonly url: string;
  /** Returns when a key is over, in seconds since the epoch; nothing for one that stays. */
  expiration(key: string): Promise<number | undefined>;
  stop(): Promise<void>;
}

/** What is used of a namespace; its whole type comes with a package of its own. */
interface Namespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options: { expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string }): Promise<{ keys: { expiration?: number }[] }>;
}

const path = "/client/v4/accounts/account/storage/kv/namespaces/pages";

/** Starts the store, to which the key `kv-key` belongs. */
export async function startKeyValueStore(): Promise<KeyValuePeer> {
  const worker = new Miniflare({
    modules: true,
    host: "127.0.0.1",
    port: 0,
    kvNamespaces: ["PAGES"],
    compatibilityDate: "2026-01-01",
    script: "export default { fetch: () => new Response() }",
  });
  const store = (await worker.getKVNamespace("PAGES")) as unknown as Namespace;
  const front = await startUpstream(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const answer = (status: number, body: string) => void response.writeHead(status).end(body);
    if (request.headers.authorization !== "Bearer kv-key") return answer(403, '{"success":false}');
    const [, key] = new RegExp(`^${path}/values/([^/]+)$`).exec(request.url ?? "") ?? [];
    if (key !== undefined && request.method === "GET") {
      const value = await store.get(decodeURIComponent(key));
      return value === null ? answer(404, '{"success":false}') : answer(200, value);
    }
    if (key !== undefined && request.method === "DELETE") {
      await store.delete(decodeURIComponent(key));
      return answer(200, '{"success":true,"errors":[],"result":null}');
    }
    if (request.url !== `${path}/bulk` || request.method !== "PUT") return answer(405, '{"success":false}');
    try {
      for (const { key, value, expiration_ttl } of JSON.parse(Buffer.concat(pieces).toString("utf8"))) {
        await store.put(key, value, expiration_ttl === undefined ? {} : { expirationTtl: expiration_ttl });
      }
      return answer(200, '{"success":true,"errors":[],"result":null}');
    } catch {
      return answer(400, '{"success":false}');
    }
  });
  return {
    url: front.url,
    async expiration(key) {
      const { keys } = await store.list({ prefix: key });
      return keys[0]?.expiration;
    },
    async stop() {
      await front.close();
      await worker.dispose();
    },
  };
}
