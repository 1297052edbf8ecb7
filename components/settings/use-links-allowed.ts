"use client";
import { unknownFlags, useAccess } from "@/store/settings/access";

/** Whether the operator allows links, as far as it is known. */
export type LinkPermission = "unknown" | "unreachable" | "off" | "on";

/** Returns whether the operator allows links. Without an answer of the server, none is opened. */
export function useLinksAllowed(): LinkPermission {
  const flags = useAccess((access) => access.flags);
  const areFinal = useAccess((access) => access.areFlagsFinal);
  // A late answer still arrives.
  if (flags === null || flags === unknownFlags) return areFinal ? "unreachable" : "unknown";
  return flags.disableFastLink ? "off" : "on";
}
