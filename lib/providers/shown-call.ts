import type { Connection, HttpCall } from "@/lib/providers/provider";

/** Shown in place of a key, an access code or another credential. */
export const credentialMark = "•••";

/** A mark that no call contains: JSON escapes it, and headers cannot have it. */
const uniqueMark = "\0";

/** Minimum lengths of a credential that is also hidden in the address, and in the body, in characters. */
const minAddressChars = 8;
const minBodyChars = 16;

/** Headers of a connection that are no credentials. */
const publicHeaders =
  /^(content-type|accept|anthropic-(version|beta|dangerous-direct-browser-access)|http-referer|x-key-host|x-title)$/i;

/** The scheme before a credential, which is shown. */
const scheme = /^(?:Bearer|Basic|Token) +/i;

/**
 * Replaces the credentials of a connection in a call: in their headers, and wherever they occur in the address or the
 * body, if they are too long to be a word.
 */
export function withoutCredentials(call: HttpCall, connection: Connection, mark = credentialMark): HttpCall {
  const own = Object.entries(connection.headers).filter(([name]) => !publicHeaders.test(name));
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const secrets = own.map(([, value]) => value.replace(scheme, "")).toSorted((one, other) => other.length - one.length);
  const hide = (text: string, minChars: number) =>
    secrets.reduce((hidden, secret) => (secret.length < minChars ? hidden : hidden.replaceAll(secret, mark)), text);
  const hideHeader = ([name, value]: [string, string]): [string, string] =>
    names.has(name.toLowerCase())
      ? [name, (scheme.exec(value)?.[0] ?? "") + mark]
      : [name, hide(value, minAddressChars)];
  const fields = Object.entries(call.form ?? {}).map(([name, text]) => [name, hide(text, minBodyChars)] as const);
  return {
    ...call,
    url: hide(call.url, minAddressChars),
    headers: Object.fromEntries(Object.entries(call.headers).map(hideHeader)),
    ...(call.body !== undefined && { body: hide(call.body, minBodyChars) }),
    ...(call.form && { form: Object.fromEntries(fields) }),
  };
}

/** Returns a `curl` command for a POSIX shell that sends a call. Credentials are the variable `API_KEY`. */
export function curlOf(call: HttpCall, connection: Connection): string {
  const { method, url, headers, body, form } = withoutCredentials(call, connection, uniqueMark);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(" \\\n  ");
}

/** Quotes a text for a POSIX shell. Only the marks become the variable. */
function quoted(text: string): string {
  return text
    .split(uniqueMark)
    .map((part) => `'${part.replaceAll("'", "'\\''")}'`)
    .join('"$API_KEY"');
}
