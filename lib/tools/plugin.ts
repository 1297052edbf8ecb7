import { storedTime } from "@/lib/fields/stored-schemas";
import { isRecord } from "@/lib/json";
import type { PluginCredential } from "@/lib/tools/openapi/build-call";
import * as z from "@/lib/zod";

export const authTypes = ["", "none", "basic", "bearer", "custom"] as const;
export const authLocations = ["header", "query", "body"] as const;

/** Tools described by an OpenAPI document, with their credential. */
export interface Plugin {
  readonly id: string;
  readonly createdAt: number;
  /** Title of the document. */
  readonly title: string;
  readonly version: string;
  /** The source text of the document. */
  readonly content: string;
  readonly builtin: boolean;
  readonly authType: (typeof authTypes)[number];
  readonly authLocation: (typeof authLocations)[number];
  /** The header or parameter name of a custom credential; empty means `Authorization`. */
  readonly authHeader: string;
  readonly authToken: string;
  /** The host for which the credential was entered: it is sent to no other. */
  readonly authHost: string;
  /** Whether calls always use the relay. */
  readonly usingProxy: boolean;
  /** URL from which the document was loaded; empty if it was written or chosen as a file. */
  readonly source: string;
}

const pluginSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  createdAt: z.catch(storedTime, 0),
  title: z.catch(z.string(), ""),
  version: z.catch(z.string(), ""),
  content: z.catch(z.string(), ""),
  builtin: z.catch(z.boolean(), false),
  authType: z.catch(z.enum(authTypes), ""),
  authLocation: z.catch(z.enum(authLocations), "header"),
  authHeader: z.catch(z.string(), ""),
  authToken: z.catch(z.string(), ""),
  authHost: z.catch(z.string(), ""),
  usingProxy: z.catch(z.boolean(), false),
  source: z.catch(z.string(), ""),
});

/** Reads stored plugins, newest first. Skips invalid ones. Never throws. */
export function readPlugins(stored: unknown): Plugin[] {
  const plugins = isRecord(stored) && isRecord(stored.plugins) ? Object.values(stored.plugins) : [];
  return plugins
    .flatMap((plugin) => {
      const read = z.safeParse(pluginSchema, plugin);
      return read.success ? [read.data] : [];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Creates an empty plugin. */
export function emptyPlugin({ id, now }: { readonly id: string; readonly now: number }): Plugin {
  return {
    id,
    createdAt: now,
    title: "",
    version: "1.0.0",
    content: "",
    builtin: false,
    authType: "",
    authLocation: "header",
    authHeader: "",
    authToken: "",
    authHost: "",
    usingProxy: false,
    source: "",
  };
}

/**
 * Returns the credential of a plugin for a host; undefined if it has none, or one for another host
 * (docs/decisions/0009-keys-and-hosts.md).
 */
export function credentialOf(plugin: Plugin, host: string): PluginCredential | undefined {
  const { authType, authLocation, authHeader, authToken, authHost } = plugin;
  if (authToken === "" || authType === "" || authType === "none" || (authHost !== "" && authHost !== host)) {
    return undefined;
  }
  const name = (authType === "custom" && authHeader) || "Authorization";
  return { place: authLocation, name, value: authValue(plugin) };
}

/**
 * Returns the value of the credential. For basic authentication, `user:password` is encoded; a text without a colon is
 * already encoded.
 */
function authValue({ authType, authToken }: Plugin): string {
  if (authType === "bearer") return `Bearer ${authToken}`;
  if (authType !== "basic") return authToken;
  return `Basic ${authToken.includes(":") ? base64Of(authToken) : authToken}`;
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
