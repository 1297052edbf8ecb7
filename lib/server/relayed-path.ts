/** A parsed entry of a provider's list of relayed calls. */
export interface RelayedPath {
  readonly method: "GET" | "POST";
  /** The path as the provider spells it, with placeholders in braces. */
  readonly path: string;
  /** Names of the forwarded query parameters. */
  readonly query: readonly string[];
}

/** A call's path that matches the list. */
export interface MatchedPath {
  /** The path to send: the listed text with encoded values for the placeholders. */
  readonly path: string;
  /** Decoded values of the placeholders. */
  readonly values: Readonly<Record<string, string>>;
}

const maxValueChars = 200;

/** Parses an entry such as `POST v1beta/models/{model}:generateContent?alt`. */
export function parseRelayed(entry: string): RelayedPath {
  const [call = "", names = ""] = entry.split("?");
  return {
    method: call.startsWith("GET ") ? "GET" : "POST",
    path: call.slice(call.indexOf(" ") + 1),
    query: names === "" ? [] : names.split(","),
  };
}

/**
 * Matches the decoded segments of a call with a listed path; returns undefined if they differ.
 *
 * Values of placeholders are encoded again, so that no character in them can change the URL.
 */
export function matchPath(listed: string, segments: readonly string[]): MatchedPath | undefined {
  const wanted = listed === "" ? [] : listed.split("/");
  if (wanted.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  const sent: string[] = [];
  for (const [index, pattern] of wanted.entries()) {
    const segment = segments[index] ?? "";
    const placeholder = /^(.*)\{(\w+)\}(.*)$/.exec(pattern);
    if (!placeholder) {
      if (pattern !== segment) return undefined;
      sent.push(pattern);
      continue;
    }
    const [, before = "", name = "", after = ""] = placeholder;
    if (!segment.startsWith(before) || !segment.endsWith(after)) return undefined;
    const value = segment.slice(before.length, segment.length - after.length);
    if (!isPlainValue(value)) return undefined;
    values[name] = value;
    sent.push(before + encodeURIComponent(value) + after);
  }
  return { path: sent.join("/"), values };
}

/**
 * Whether a value is safe: it is not a dot segment and contains no separators or characters that a server may decode
 * again.
 */
function isPlainValue(value: string): boolean {
  if (value === "" || value === "." || value === ".." || value.length > maxValueChars) return false;
  return value === value.trim() && !/[/\\%?#:\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
}
