import { sha256Hex } from "@/lib/providers/sha256";
import { type Access, requireCode } from "@/lib/server/access";
import { readCredentials } from "@/lib/server/credentials";
import type { ReplyOwner } from "@/lib/server/replies/reply-store";
import type { Server } from "@/lib/server/server";

/** Returns the owner of a reply whose call has passed the access check. */
export function ownerOfAccess(id: string, access: Access): ReplyOwner {
  return access.use === "own" ? ownerOfKey(id, access.key) : ownerOf(id, identityOfCode(access.code));
}

/**
 * Returns the owner of a reply for a call that resumes or stops it: the holder of the same code or key, or the same user.
 * Throws a refusal for a caller without access.
 */
export async function requireOwner(id: string, headers: Headers, server: Server): Promise<ReplyOwner> {
  const { ownKey } = readCredentials(headers);
  if (ownKey !== undefined) return ownerOfKey(id, ownKey);
  return ownerOf(id, identityOfCode(await requireCode(headers, server)));
}

function ownerOf(id: string, identity: string): ReplyOwner {
  return { digest: sha256Hex(`${id} ${identity}`), quota: sha256Hex(`replies of ${identity}`).slice(0, 32) };
}

/** The code beside a key is often not checked (access.ts), so it gives no quota of its own. */
function ownerOfKey(id: string, key: string): ReplyOwner {
  return { ...ownerOf(id, `key ${key}`), quota: "own keys", hasOwnKey: true };
}

function identityOfCode(code: { readonly id: string } | undefined): string {
  return code ? `code ${code.id}` : "nobody";
}
