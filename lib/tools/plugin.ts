import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import { storedTime } from "@/lib/fields/time";
import type { PluginCredential } from "@/lib/tools/openapi/build-call";

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

const pluginSchema = v.looseObject({
  id: v.pipe(v.string(), v.nonEmpty()),
  createdAt: v.fallback(storedTime, 0),
  title: v.fallback(v.string(), ""),
  version: v.fallback(v.string(), ""),
  content: v.fallback(v.string(), ""),
  builtin: v.fallback(v.boolean(), false),
  authType: v.fallback(v.picklist(authTypes), ""),
  authLocation: v.fallback(v.picklist(authLocations), "header"),
  authHeader: v.fallback(v.string(), ""),
  authToken: v.fallback(v.string(), ""),
  authHost: v.fallback(v.string(), ""),
  usingProxy: v.fallback(v.boolean(), false),
  source: v.fallback(v.string(), ""),
});

/** Reads stored plugins, newest first. Skips invalid ones. Never throws. */
export function readPlugins(stored: unknown): Plugin[] {
  const plugins = isRecord(stored) && isRecord(stored.plugins) ? Object.values(stored.plugins) : [];
  return plugins
    .flatMap((plugin) => {
      const read = v.safeParse(pluginSchema, plugin);
      return read.success ? [read.output] : [];
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
