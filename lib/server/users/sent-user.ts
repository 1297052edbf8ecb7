import type { FoundCode } from "@/lib/server/codes/find-code";
import { codeWithRights } from "@/lib/server/codes/find-code";
import { refuse } from "@/lib/server/error-response";
import { userName } from "@/lib/server/users/user-name";
import { everyUser, type UserRules } from "@/lib/server/users/user-rules";

/** The header with a user's name, as it arrived on a connection. */
export interface SentUser {
  /** Whether the other end of the connection is one of the trusted proxies. */
  readonly isFromProxy: boolean;
  /** The values of the header, as UTF-8 text; undefined for other bytes. */
  readonly values: readonly (string | undefined)[];
}

/**
 * Users that connections sent, by the headers of their calls. A caller can forge a header, but no entry here. Only the
 * standalone server knows its connections; elsewhere there are no entries.
 */
const sentUsers = new WeakMap<Headers, SentUser>();

/** Stores what a connection sent, for `userOf`. */
export function noteSentUser(headers: Headers, sent: SentUser): void {
  sentUsers.set(headers, sent);
}

/**
 * Returns the name of the user whom a trusted proxy named; undefined for a call without the header. Throws
 * `user-untrusted` if the header has another origin or an unknown one, and `user-malformed` unless it has one name.
 */
export function userOf(headers: Headers, { header }: Pick<UserRules, "header">): string | undefined {
  if (header === "" || !headers.has(header)) return undefined;
  const sent = sentUsers.get(headers);
  if (!sent?.isFromProxy) throw refuse("user-untrusted");
  const [value, ...others] = sent.values;
  const name = value === undefined || others.length > 0 ? undefined : userName(value);
  if (name === undefined) throw refuse("user-malformed");
  return name;
}

/** Returns the rights of a user, in the form of a code: the access check and the counts treat both alike. */
export function findUser(
  name: string,
  { limits, areLimitsUnreadable }: Pick<UserRules, "limits" | "areLimitsUnreadable">,
  nowMs: number,
): FoundCode {
  const rights = areLimitsUnreadable ? "invalid" : (limits.get(name) ?? limits.get(everyUser));
  return codeWithRights(`user ${name}`, rights, nowMs / 1000);
}
