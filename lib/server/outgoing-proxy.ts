/** The operator's proxy for outgoing calls. */
export type OutgoingProxy = HttpProxy | SocksProxy;

interface Exceptions {
  /** Hosts that are reached without the proxy. */
  readonly except: readonly string[];
}

/** A proxy that opens tunnels by `CONNECT` (RFC 9110). */
export interface HttpProxy extends Exceptions {
  readonly kind: "http";
  /** URL of the form `http://host:port` or `https://host:port`. */
  readonly url: string;
  /** Credential for a proxy that requires a name and a password. */
  readonly authorization?: string;
}

/** A proxy that speaks SOCKS 4a or SOCKS 5 (RFC 1928). */
export interface SocksProxy extends Exceptions {
  readonly kind: "socks";
  readonly version: 4 | 5;
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  readonly password?: string;
}

/** Hosts that never use a proxy: there they would mean the proxy's own computer. */
const always = ["localhost", "127.0.0.1", "[::1]"];

const socksVersions: Readonly<Record<string, 4 | 5>> = {
  "socks:": 5,
  "socks5:": 5,
  "socks5h:": 5,
  "socks4:": 4,
  "socks4a:": 4,
};
const socksPort = 1080;
/** Maximum length of the user name and of the password in SOCKS (RFC 1929), in bytes. */
const maxCredentialBytes = 255;

/**
 * Parses a proxy: `protocol://host:port [user password]`, or with the user and password in the URL. Returns undefined
 * for protocols other than HTTP and SOCKS.
 */
export function readOutgoingProxy(text: string, exceptions: readonly string[]): OutgoingProxy | undefined {
  const [address = "", givenUser, givenPassword, ...rest] = text.split(/\s+/);
  if (!/^[a-z\d]+:\/\/[^/]/i.test(address) || !URL.canParse(address) || rest.length > 0) return undefined;
  const url = new URL(address);
  if (!["", "/"].includes(url.pathname) || url.search || url.hash) return undefined;
  const user = givenUser ?? decoded(url.username);
  const password = givenPassword ?? decoded(url.password);
  const except = [...always, ...exceptions];
  const version = Object.hasOwn(socksVersions, url.protocol) ? socksVersions[url.protocol] : undefined;
  if (version) return socksProxy(url, version, user, password, except);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const credential = `${user}:${password}`;
  const authorization = credential === ":" ? undefined : `Basic ${btoa(credential)}`;
  return { kind: "http", url: url.origin, ...(authorization && { authorization }), except };
}

function socksProxy(
  { hostname, port }: URL,
  version: 4 | 5,
  user: string,
  password: string,
  except: readonly string[],
): SocksProxy | undefined {
  const bytes = [user, password].map((text) => new TextEncoder().encode(text).length);
  if (hostname === "" || bytes.some((length) => length > maxCredentialBytes)) return undefined;
  return {
    kind: "socks",
    version,
    host: hostname.replace(/^\[|\]$/g, "").toLowerCase(),
    port: Number(port) || socksPort,
    ...(user !== "" && { user }),
    ...(password !== "" && { password }),
    except,
  };
}

/**
 * Whether a host is reached without the proxy: it is in the list, or a subdomain of a host in it. `*` is every host.
 */
export function isExcepted(hostname: string, port: number, { except }: Exceptions): boolean {
  const host = hostname.toLowerCase();
  return except.some((entry) => {
    if (entry === "*") return true;
    const [, name = entry, ownPort] = /^(.+):(\d+)$/.exec(entry) ?? [];
    const bare = name.replace(/^\*?\./, "").toLowerCase();
    const isHost = host === bare || host.endsWith(`.${bare}`);
    return isHost && (ownPort === undefined || Number(ownPort) === port);
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
