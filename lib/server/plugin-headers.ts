import { downloadType, replyHeaders } from "@/lib/server/relay-headers";

/** What goes on as it came: what the content is, and what the protocol of tools is told (MCP, streamable HTTP). */
const contentHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
];

/** Headers that a plugin declares arrive under this prefix, so that none of the caller's own is taken for one. */
const declaredPrefix = "x-plugin-header-";

/** What a page of another site, where the operator lists it, may send to the relay. */
export const takenHeaders = /^(x-base-url|last-event-id|mcp-protocol-version|mcp-session-id|x-plugin-header-[\w-]+)$/;

/** What a plugin cannot declare: how the connection is kept, for whom it is forwarded, and what only browsers say. */
const closedHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|origin|referer|via|forwarded|max-forwards|x-base-url|x-forwarded(-.*)?|x-original(-.*)?|x-rewrite(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|client-ip|proxy(-.*)?|sec(-.*)?|access-control(-.*)?|cf(-.*)?|x-vercel(-.*)?|x-nextjs(-.*)?|x-middleware(-.*)?|x-http-method(-override)?|x-method-override|metadata(-flavor)?|x-aws-ec2-metadata(-.*)?|x-plugin-header(-.*)?)$/;

/** Some servers refuse a call that does not say who asks (https://docs.github.com/rest/using-the-rest-api). */
const userAgent = "plugin-relay/1.0";

/**
 * Returns the headers of a plugin's call, made from lists (O4.6). The caller's own `authorization` is the access code to
 * this server and never goes on.
 */
export function pluginRequestHeaders(headers: Headers): Record<string, string> {
  const sent: Record<string, string> = { accept: "*/*", "user-agent": userAgent };
  for (const [name, value] of headers) {
    const declared = name.startsWith(declaredPrefix) ? name.slice(declaredPrefix.length) : undefined;
    if (contentHeaders.includes(name)) sent[name] = value;
    if (declared && !closedHeaders.test(declared)) sent[declared] = value;
  }
  return sent;
}

/** Under this name a server's question for credentials goes on; under its own the browser would ask the user. */
const questionHeader = "x-upstream-www-authenticate";

/** What such a page may read of an answer. */
export const toldHeaders = ["mcp-session-id", "retry-after", questionHeader] as const;

const textTypes = /^text\/|[/+](xml|yaml|x-yaml|javascript)$/;

/** Returns the headers of a plugin's reply, made from a list (O4.7); what would be a document becomes plain text. */
export function pluginReplyHeaders(upstream: Headers): Headers {
  // A server that says nothing of its type mostly sends text.
  const headers = replyHeaders(upstream, (type) => (type === "" || textTypes.test(type) ? "text/plain" : downloadType));
  const session = upstream.get("mcp-session-id");
  const question = upstream.get("www-authenticate");
  if (session !== null) headers.set("mcp-session-id", session);
  if (question !== null) headers.set(questionHeader, question);
  return headers;
}
