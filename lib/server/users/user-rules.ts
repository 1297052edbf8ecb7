import { isRecord, parseJson } from "@/lib/json";
import { ipv6Groups } from "@/lib/network/ipv6-groups";
import type { Provider } from "@/lib/providers/provider";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { readEntry } from "@/lib/server/codes/code-rules";
import { userName } from "@/lib/server/users/user-name";

/** Rules for users whose names a proxy in front of the server sends (docs/decisions/0082-identity-from-in-front.md). */
export interface UserRules {
  /** Whether the operator wants users, so that other callers need a code. Also true if the settings are invalid. */
  readonly isNeeded: boolean;
  /** Name of the header with a user's name, in lower case. Empty: no user is recognized. */
  readonly header: string;
  /** Addresses and ranges of the proxies whose header is trusted. */
  readonly proxies: readonly string[];
  /** Rights by the user's name, and of all others under `*`. `invalid`: the user is refused. */
  readonly limits: ReadonlyMap<string, CodeRights | "invalid">;
  /** Whether USER_LIMITS could not be read: then every user is refused. */
  readonly areLimitsUnreadable: boolean;
}

/** Variables about users, as they were read. */
interface UserVariables {
  readonly TRUSTED_USER_HEADER: string;
  readonly TRUSTED_PROXIES: readonly string[];
  readonly USER_LIMITS: string;
}

/** Name of the entry in USER_LIMITS for all users without an entry of their own. */
export const everyUser = "*";

/** Headers that every client sends, or that have another meaning for this server. */
const otherHeaders =
  /^(accept(-.*)?|access-control-.*|authorization|api-key|cache-control|connection|content-.*|cookie|date|expect|forwarded|host|if-.*|keep-alive|origin|pragma|proxy-.*|range|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|x-api-key|x-base-url|x-forwarded-(for|host|port|proto)|x-goog-api-key|x-key-host|x-mcp-admin-secret|x-plugin-header-.*)$/;

/** Reads the rules. Problems are reported by the number of an entry, never by its user. */
export function readUserRules(
  { TRUSTED_USER_HEADER, TRUSTED_PROXIES, USER_LIMITS }: UserVariables,
  { providers, isVercel }: { readonly providers: readonly Provider[]; readonly isVercel: boolean },
  problems: string[],
): UserRules {
  const isNeeded = TRUSTED_USER_HEADER !== "" || TRUSTED_PROXIES.length > 0 || USER_LIMITS !== "";
  if (isNeeded && isVercel) {
    problems.push(
      "TRUSTED_USER_HEADER, TRUSTED_PROXIES and USER_LIMITS need the standalone server: here, calls with that header are refused.",
    );
  }
  const proxies = readProxies(TRUSTED_PROXIES, problems);
  if (TRUSTED_USER_HEADER === "" && isNeeded) {
    problems.push("TRUSTED_PROXIES and USER_LIMITS need TRUSTED_USER_HEADER: no user is recognized without it.");
  }
  if (TRUSTED_USER_HEADER !== "" && proxies.length === 0) {
    problems.push("TRUSTED_USER_HEADER needs TRUSTED_PROXIES: without them, calls with that header are refused.");
  }
  return { isNeeded, header: readHeader(TRUSTED_USER_HEADER, providers, problems), proxies, ...readLimits() };

  function readLimits(): Pick<UserRules, "limits" | "areLimitsUnreadable"> {
    const table = USER_LIMITS === "" ? {} : parseJson(USER_LIMITS);
    if (!isRecord(table)) {
      problems.push("USER_LIMITS is not a JSON object: all users of TRUSTED_USER_HEADER are refused.");
      return { limits: new Map(), areLimitsUnreadable: true };
    }
    const limits = new Map<string, CodeRights | "invalid">();
    let areLimitsUnreadable = false;
    for (const [index, [written, value]] of Object.entries(table).entries()) {
      const report = (problem: string) => problems.push(`USER_LIMITS: entry ${index + 1} ${problem}.`);
      const rights = readEntry(value, providers, { report, refused: "its users are refused" });
      const name = written === everyUser ? everyUser : userName(written);
      if (name === undefined) {
        // Its limits would apply to nobody, so the user that is meant would have others.
        areLimitsUnreadable = true;
        report("has no valid user name: all users are refused");
      } else if (limits.has(name)) {
        limits.set(name, "invalid");
        report("is for the same user as another entry: the user is refused");
      } else limits.set(name, rights);
    }
    return { limits, areLimitsUnreadable };
  }
}

function readHeader(written: string, providers: readonly Provider[], problems: string[]): string {
  const name = written.toLowerCase();
  if (name === "") return "";
  const isForwarded = providers.some(({ relayedHeaders = [] }) => relayedHeaders.includes(name));
  if (/^[a-z\d][a-z\d-]{0,99}$/.test(name) && !otherHeaders.test(name) && !isForwarded) return name;
  problems.push("TRUSTED_USER_HEADER is not the name of a header for users, such as X-Forwarded-User: it is not used.");
  return "";
}

function readProxies(entries: readonly string[], problems: string[]): string[] {
  return entries.filter((entry, index) => {
    if (isRange(entry)) return true;
    problems.push(
      `TRUSTED_PROXIES: entry ${index + 1} is not an IP address or a range such as 10.0.0.0/8: it is not used.`,
    );
    return false;
  });
}

/** Whether a text is an IP address, or a range that is not the whole internet. */
function isRange(entry: string): boolean {
  const [address = "", prefix, ...others] = entry.split("/");
  if (others.length > 0) return false;
  const isIpv4 = /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(address);
  if (!isIpv4 && (!/^[\da-f:.]+$/i.test(address) || ipv6Groups(address) === undefined)) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (isIpv4 ? 32 : 128);
}
