import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import { storedTime } from "@/lib/fields/time";
import type { PluginCredential } from "@/lib/tools/openapi/build-call";

export const authTypes = ["", "none", "basic", "bearer", "custom"] as const;
export const authLocations = ["header", "query", "body"] as const;

/** Tools described by an OpenAPI document, with the credential that they want. */
export interface Plugin {
  readonly id: string;
  readonly createdAt: number;
  /** Of the document. */
  readonly title: string;
  readonly version: string;
  /** The document as it was written. */
  readonly content: string;
  readonly builtin: boolean;
  readonly authType: (typeof authTypes)[number];
  readonly authLocation: (typeof authLocations)[number];
  /** The name of a custom credential; `Authorization` where it is empty. */
  readonly authHeader: string;
  readonly authToken: string;
  /** The host that the credential was entered for: it is sent to no other. */
  readonly authHost: string;
  /** True: calls always go through the relay. */
  readonly usingProxy: boolean;
  /** Where the document was loaded from; empty where it was written or chosen. */
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

/** Reads stored plugins, newest first. What is no plugin is passed over. Never throws. */
export function readPlugins(stored: unknown): Plugin[] {
  const plugins = isRecord(stored) && isRecord(stored.plugins) ? Object.values(stored.plugins) : [];
  return plugins
    .flatMap((plugin) => {
      const read = v.safeParse(pluginSchema, plugin);
      return read.success ? [read.output] : [];
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
}

/** Makes a plugin of which nothing is written yet. */
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

/** Returns the credential of a plugin for a host; nothing where it has none, or one for another host (decision 13). */
export function credentialOf(plugin: Plugin, host: string): PluginCredential | undefined {
  const { authType, authLocation, authHeader, authToken, authHost } = plugin;
  if (authToken === "" || authType === "" || authType === "none" || (authHost !== "" && authHost !== host)) {
    return undefined;
  }
  const name = (authType === "custom" && authHeader) || "Authorization";
  return { place: authLocation, name, value: authValue(plugin) };
}

/** A user with a password is written in the form that basic authentication wants; a text without a colon is it already. */
function authValue({ authType, authToken }: Plugin): string {
  if (authType === "bearer") return `Bearer ${authToken}`;
  if (authType !== "basic") return authToken;
  return `Basic ${authToken.includes(":") ? base64Of(authToken) : authToken}`;
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
