import { downloadType, replyHeaders } from "@/lib/server/relay-headers";

/** Headers that are forwarded unchanged: those of the content and of MCP's streamable HTTP. */
const contentHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
];

/** Prefix of the headers that a plugin declares, which distinguishes them from the caller's own. */
const declaredPrefix = "x-plugin-header-";

/** Headers that a page of a listed origin may send to the relay. */
export const acceptedHeaders =
  /^(x-base-url|last-event-id|mcp-protocol-version|mcp-session-id|x-plugin-header-[\w-]+)$/;

/** Headers that a plugin cannot declare: of the connection, of proxies, and those that only browsers set. */
const closedHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|origin|referer|via|forwarded|max-forwards|x-base-url|x-forwarded(-.*)?|x-original(-.*)?|x-rewrite(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|client-ip|proxy(-.*)?|sec(-.*)?|access-control(-.*)?|cf(-.*)?|x-vercel(-.*)?|x-nextjs(-.*)?|x-middleware(-.*)?|x-http-method(-override)?|x-method-override|metadata(-flavor)?|x-aws-ec2-metadata(-.*)?|x-plugin-header(-.*)?)$/;

/**
 * User agent of the relay, because some servers reject calls without one
 * (https://docs.github.com/rest/using-the-rest-api).
 */
const userAgent = "plugin-relay/1.0";

/**
 * Returns the headers of a plugin's call, built from lists (docs/security.md#o46). The caller's own `authorization`
 * is the access code of this server and is never forwarded.
 *
 * @param userHeader the header with a user's name, which an internal server might trust if it came from this one
 */
export function pluginRequestHeaders(headers: Headers, userHeader = ""): Record<string, string> {
  const sent: Record<string, string> = { accept: "*/*", "user-agent": userAgent };
  for (const [name, value] of headers) {
    const declared = name.startsWith(declaredPrefix) ? name.slice(declaredPrefix.length) : undefined;
    if (contentHeaders.includes(name) && name !== userHeader) sent[name] = value;
    if (declared && declared !== userHeader && !closedHeaders.test(declared)) sent[declared] = value;
  }
  return sent;
}

/**
 * Name under which a server's `www-authenticate` is forwarded; under its own name, the browser would prompt the user.
 */
const questionHeader = "x-upstream-www-authenticate";

/** Response headers that a page of a listed origin may read. */
export const exposedHeaders = ["mcp-session-id", "retry-after", questionHeader] as const;

const textTypes = /^text\/|[/+](xml|yaml|x-yaml|javascript)$/;

/**
 * Returns the headers of a plugin's reply, built from a list (docs/security.md#o47). Document types become plain
 * text.
 */
export function pluginReplyHeaders(upstream: Headers): Headers {
  // A server that sends no content type usually sends text.
  const headers = replyHeaders(upstream, (type) => (type === "" || textTypes.test(type) ? "text/plain" : downloadType));
  const session = upstream.get("mcp-session-id");
  const question = upstream.get("www-authenticate");
  if (session !== null) headers.set("mcp-session-id", session);
  if (question !== null) headers.set(questionHeader, question);
  return headers;
}
