import type { Connection, HttpCall } from "@/lib/providers/provider";

/** Shown in place of a key, an access code or another credential. */
export const credentialMark = "•••";

/** A mark that no call contains: JSON escapes it, and headers cannot have it. */
const uniqueMark = "\0";

/** Minimum length of a part of a header that counts as a credential, in characters: shorter ones are words like `Bearer`. */
const minCredentialChars = 8;

/** Headers of a connection that are no credentials. */
const publicHeaders =
  /^(content-type|accept|anthropic-(version|beta|dangerous-direct-browser-access)|http-referer|x-key-host|x-title)$/i;

/** Replaces the credentials of a connection wherever they occur in a call. */
export function withoutCredentials(call: HttpCall, connection: Connection, mark = credentialMark): HttpCall {
  const secrets = Object.entries(connection.headers)
    .filter(([name]) => !publicHeaders.test(name))
    .flatMap(([, value]) => value.split(" ").filter((part) => part.length >= minCredentialChars))
    .toSorted((one, other) => other.length - one.length);
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, mark), text);
  const isSecret = (name: string) =>
    Object.keys(connection.headers).some((own) => own.toLowerCase() === name.toLowerCase()) &&
    !publicHeaders.test(name);
  // A short credential is only replaced in its own header.
  const hideHeader = ([name, value]: [string, string]): [string, string] => {
    const hidden = hide(value);
    return [name, isSecret(name) && hidden === value ? mark : hidden];
  };
  return {
    ...call,
    url: hide(call.url),
    headers: Object.fromEntries(Object.entries(call.headers).map(hideHeader)),
    ...(call.body !== undefined && { body: hide(call.body) }),
    ...(call.form && { form: Object.fromEntries(Object.entries(call.form).map(([name, text]) => [name, hide(text)])) }),
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
