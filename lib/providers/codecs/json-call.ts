import { joinAddress } from "@/lib/providers/codecs/join-address";
import type { Connection, HttpCall } from "@/lib/providers/provider";

/** Returns the call that sends a value as JSON to a path; a field that is `undefined` is left out. */
export function postJson({ baseUrl, headers }: Connection, path: string, value: unknown): HttpCall {
  return {
    method: "POST",
    url: joinAddress(baseUrl, path),
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(value),
  };
}

/** Returns the call that asks a path for JSON. */
export function getJson({ baseUrl, headers }: Connection, path: string): HttpCall {
  return { method: "GET", url: joinAddress(baseUrl, path), headers: { ...headers, Accept: "application/json" } };
}
