import { joinAddress } from "@/lib/providers/codecs/join-address";
import type { Connection, HttpCall } from "@/lib/providers/provider";

/** Returns a call that sends a value as JSON to a path. `JSON.stringify` omits fields that are `undefined`. */
export function postJson({ baseUrl, headers }: Connection, path: string, value: unknown): HttpCall {
  return {
    method: "POST",
    url: joinAddress(baseUrl, path),
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(value),
  };
}

/** Returns a call that requests JSON from a path. */
export function getJson({ baseUrl, headers }: Connection, path: string): HttpCall {
  return { method: "GET", url: joinAddress(baseUrl, path), headers: { ...headers, Accept: "application/json" } };
}
