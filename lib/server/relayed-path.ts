/** One entry of a provider's list of relayed calls, read. */
export interface RelayedPath {
  readonly method: "GET" | "POST";
  /** As the provider spells it, placeholders in braces. */
  readonly path: string;
  /** The names of the query that are passed on. */
  readonly query: readonly string[];
}

/** A call's path that is on the list. */
export interface MatchedPath {
  /** Ready to be sent: the list's own words, with what stands for placeholders encoded. */
  readonly path: string;
  /** What stands for the placeholders, as it was decoded. */
  readonly values: Readonly<Record<string, string>>;
}

const maxValueChars = 200;

/** Reads an entry such as `POST v1beta/models/{model}:generateContent?alt`. */
export function parseRelayed(entry: string): RelayedPath {
  const [call = "", names = ""] = entry.split("?");
  return {
    method: call.startsWith("GET ") ? "GET" : "POST",
    path: call.slice(call.indexOf(" ") + 1),
    query: names === "" ? [] : names.split(","),
  };
}

/**
 * Compares the segments of a call, which the router has decoded, with a path of the list; nothing where they differ.
 *
 * What stands for a placeholder is encoded anew, so that no character in it can become part of the address.
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

/** Refuses what means another folder, what separates, and what somebody may decode once more. */
function isPlainValue(value: string): boolean {
  if (value === "" || value === "." || value === ".." || value.length > maxValueChars) return false;
  return value === value.trim() && !/[/\\%?#:\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value);
}
