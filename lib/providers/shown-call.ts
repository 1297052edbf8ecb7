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

/** Names of headers and of parameters in an address whose values are hidden, whoever has set them. */
const secretHeader = /authorization|cookie|secret|token|(?:api|access|auth|subscription)-?key/i;
const secretParameter =
  /([?&](?:[^=&#]*(?:key|token|secret|signature|password|credential)[^=&#]*|sig|code|auth)=)[^&#]+/gi;
const userInfo = /(:\/\/)[^/?#@]+@/;

/** The scheme before a credential, which is shown. */
const scheme = /^(?:Bearer|Basic|Token) +/i;

/**
 * Replaces the credentials of a connection in a call: in their headers, and wherever they occur in the address or the
 * body, if they are too long to be a word. Headers and parameters with the name of a credential are hidden, too.
 */
export function withoutCredentials(call: HttpCall, connection: Connection, mark = credentialMark): HttpCall {
  const names = new Set(credentialHeaders(connection).map(([name]) => name.toLowerCase()));
  const secrets = secretsOf(connection);
  const hide = (text: string, minChars: number) => withoutSecrets(text, secrets, { minChars, mark });
  const hideHeader = ([name, value]: [string, string]): [string, string] =>
    names.has(name.toLowerCase()) || secretHeader.test(name)
      ? [name, (scheme.exec(value)?.[0] ?? "") + mark]
      : [name, hide(value, minAddressChars)];
  const fields = Object.entries(call.form ?? {}).map(([name, text]) => [name, hide(text, minBodyChars)] as const);
  return {
    ...call,
    url: hide(call.url, minAddressChars).replace(secretParameter, `$1${mark}`).replace(userInfo, `$1${mark}@`),
    headers: Object.fromEntries(Object.entries(call.headers).map(hideHeader)),
    ...(call.body !== undefined && { body: hide(call.body, minBodyChars) }),
    ...(call.form && { form: Object.fromEntries(fields) }),
  };
}

/**
 * Returns a function that hides the credentials of a connection in the text of a response. The end of a text that was
 * cut is left out as far as it may be the beginning of a credential.
 */
export function credentialHider(connection: Connection): (text: string, isCut: boolean) => string {
  const secrets = secretsOf(connection).filter(({ length }) => length >= minBodyChars);
  const maxRest = Math.max(0, ...secrets.map(({ length }) => length - 1));
  return (text, isCut) => {
    const hidden = withoutSecrets(text, secrets, { minChars: minBodyChars, mark: credentialMark });
    return isCut ? hidden.slice(0, Math.max(0, hidden.length - maxRest)) : hidden;
  };
}

function credentialHeaders({ headers }: Connection): [string, string][] {
  return Object.entries(headers).filter(([name]) => !publicHeaders.test(name));
}

/** Returns the credentials of a connection, the longest first. */
function secretsOf(connection: Connection): string[] {
  const values = credentialHeaders(connection).map(([, value]) => value.replace(scheme, ""));
  return values.toSorted((one, other) => other.length - one.length);
}

interface Hiding {
  readonly minChars: number;
  readonly mark: string;
}

function withoutSecrets(text: string, secrets: readonly string[], { minChars, mark }: Hiding): string {
  return secrets.reduce(
    (hidden, secret) => (secret.length < minChars ? hidden : hidden.replaceAll(secret, () => mark)),
    text,
  );
}

/** Returns a call with the whole address, also if it goes to the site's own server. `base` is the page's address. */
export function withWholeAddress<Call extends HttpCall>(call: Call, base: string): Call {
  return { ...call, url: new URL(call.url, base).href };
}

/** A call whose credentials are replaced by marks that no call contains, so that the call can be stored in memory. */
export type MarkedCall = HttpCall & { readonly isMarked: true };

/** Returns a call without its credentials, for `shownCall` and `curlOfMarked`. */
export function markedCall(call: HttpCall, connection: Connection): MarkedCall {
  return { ...withoutCredentials(call, connection, uniqueMark), isMarked: true };
}

/** Returns a marked call as it is displayed. */
export function shownCall({ isMarked: _marked, ...call }: MarkedCall): HttpCall {
  const show = (text: string) => text.replaceAll(uniqueMark, credentialMark);
  const showAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, show(text)]));
  return {
    ...call,
    url: show(call.url),
    headers: showAll(call.headers),
    ...(call.body !== undefined && { body: show(call.body) }),
    ...(call.form && { form: showAll(call.form) }),
  };
}

/** Returns the body of a call as text: a form as its fields and files, one a line; of a file its name, type and size. */
export function bodyTextOf({ body, form = {}, files = [] }: HttpCall): string {
  if (body !== undefined) return body;
  const texts = Object.entries(form).map(([name, value]) => `${name}: ${value}`);
  const described = files.map(
    ({ field, name, content }) => `${field}: ${name} (${content.type}, ${content.size} bytes)`,
  );
  return [...texts, ...described].join("\n");
}

/** Returns a `curl` command for a POSIX shell that sends a call. Credentials are the variable `API_KEY`. */
export function curlOf(call: HttpCall, connection: Connection): string {
  return curlOfMarked(markedCall(call, connection));
}

/** Returns the `curl` command of a marked call. */
export function curlOfMarked({ method, url, headers, body, form, files }: MarkedCall): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
    // The command reads the files from the current folder.
    ...(files ?? []).map(({ field, name, content }) => `-F ${quoted(`${field}=@${name};type=${content.type}`)}`),
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
