import {
  base64OfText,
  defaultPlace,
  fileName,
  headersOf,
  type ObjectStore,
  type Remote,
  type RemoteCall,
  type RemoteText,
  refusalOf,
  type SendCall,
  syncError,
  type Way,
} from "@/lib/sync/remote";

/** A folder on a WebDAV server. */
export interface WebDav {
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
}

/** Statuses of MKCOL for a folder that exists, or for a path that redirects. */
const passing = [200, 201, 404, 405, 301, 302, 307, 308];

/** Opens the file on a WebDAV server (RFC 4918). */
export function openWebDav(settings: WebDav, way: Way, send: SendCall): Remote {
  const call = callerOf(settings, way, send);
  const file = `${defaultPlace}/${fileName}`;

  function put(text: string, { etag, isMissing }: RemoteText) {
    // A weak ETag never matches (RFC 9110, 13.1.1).
    const strong = etag && !etag.startsWith("W/") ? etag : undefined;
    const condition: Record<string, string> = isMissing
      ? { "if-none-match": "*" }
      : strong === undefined
        ? {}
        : { "if-match": strong };
    return call("PUT", file, { body: text, headers: { "content-type": "application/json", ...condition } });
  }

  return {
    name: file,
    objects: objectsBehind(call, way),
    async check() {
      try {
        const { status } = await call("MKCOL", defaultPlace);
        // In a browser, a redirect that is not followed has status 0.
        return status === 0 || passing.includes(status);
      } catch {
        return false;
      }
    },
    async get() {
      const answer = await call("GET", file);
      // Some servers return 409 for a file in a missing folder.
      if (answer.status === 404 || answer.status === 409) return { text: "", isMissing: true };
      if (answer.status !== 200) throw refusalOf(answer, way);
      return { text: answer.body, ...(answer.etag === undefined ? {} : { etag: answer.etag }) };
    },
    async set(text, over) {
      let answer = await put(text, over);
      // The folder is missing: create it and write the file again.
      if (over.text === "" && [404, 409, 403, 500].includes(answer.status)) {
        const made = await call("MKCOL", defaultPlace);
        if (made.status === 201 || made.status === 405) answer = await put(text, over);
      }
      if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, way);
    },
  };
}

type WebDavCall = (method: RemoteCall["method"], path: string, more?: Partial<RemoteCall>) => ReturnType<SendCall>;

function callerOf(settings: WebDav, way: Way, send: SendCall): WebDavCall {
  return (method, path, more = {}) => {
    const authorization = `Basic ${base64OfText(`${settings.username}:${settings.password}`)}`;
    const headers = { ...headersOf(authorization, way), ...more.headers };
    return send({ ...more, ...addressed(settings, way, method, path), headers });
  };
}

/** Opens the objects in the folder of the file. */
function objectsBehind(call: WebDavCall, way: Way): ObjectStore {
  const pathOf = (name: string) => `${defaultPlace}/parley-${name}`;
  const put = (name: string, body: Uint8Array<ArrayBuffer>) =>
    call("PUT", pathOf(name), { body, headers: { "content-type": "application/octet-stream" } });
  return {
    async read(name) {
      const answer = await call("GET", pathOf(name), { isBinary: true });
      if ([404, 409, 410].includes(answer.status)) return undefined;
      if (answer.status !== 200 || !answer.bytes) throw refusalOf(answer, way);
      return answer.bytes;
    },
    async write(name, bytes) {
      let answer = await put(name, bytes);
      if ([404, 409].includes(answer.status)) {
        await call("MKCOL", defaultPlace);
        answer = await put(name, bytes);
      }
      if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, way);
    },
    async remove(name) {
      const answer = await call("DELETE", pathOf(name));
      const isGone = (answer.status >= 200 && answer.status <= 299) || [404, 409, 410].includes(answer.status);
      if (!isGone) throw refusalOf(answer, way);
    },
  };
}

function addressed(
  { endpoint }: WebDav,
  { proxy }: Way,
  method: RemoteCall["method"],
  path: string,
): Pick<RemoteCall, "method" | "url"> {
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) throw syncError("wrong-address");
  if (proxy === undefined) return { method, url: `${endpoint.replace(/\/+$/, "")}/${path}` };
  const query = new URLSearchParams({ endpoint, ...(method === "MKCOL" ? { proxy_method: method } : {}) });
  // Some intermediate servers do not forward MKCOL, so the proxy accepts it as a parameter of GET.
  return { method: method === "MKCOL" ? "GET" : method, url: `${proxy}/webdav/${path}?${query}` };
}
