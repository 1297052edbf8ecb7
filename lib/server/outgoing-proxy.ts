/** The operator's proxy, through which calls to others go. */
export interface OutgoingProxy {
  /** Its address, `http://host:port` or `https://host:port`. */
  readonly url: string;
  /** What it is shown, where it wants a name and a password. */
  readonly authorization?: string;
  /** The hosts that are reached without it. */
  readonly except: readonly string[];
}

/** What a proxy is never asked for: this computer means another one there. */
const always = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Reads a proxy as deployments write it, `protocol://host:port [user password]` (§4.2), or with the name and the password
 * in the address; nothing where it is not one that is spoken to in HTTP.
 */
export function readOutgoingProxy(text: string, except: readonly string[]): OutgoingProxy | undefined {
  const [address = "", user, password, ...rest] = text.split(/\s+/);
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address) || rest.length > 0) return undefined;
  const url = new URL(address);
  if (url.pathname !== "/" || url.search || url.hash) return undefined;
  const name = user ?? decoded(url.username);
  const secret = password ?? decoded(url.password);
  const credential = `${name}:${secret}`;
  return {
    url: url.origin,
    ...(credential !== ":" && { authorization: `Basic ${btoa(credential)}` }),
    except: [...always, ...except],
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
