import type { Environment } from "@/lib/environment";
import { parseSafely } from "@/lib/import/safe-json";
import { withTabLock } from "@/lib/platform/tab-locks";
import { invitationName, sealInvitation } from "@/lib/sealing/invitation";
import { readSealedFile, type SealedHeader, unwrapKey } from "@/lib/sealing/sealed-file";
import { type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { base64OfBytes } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { type Remote, syncError } from "@/lib/sync/remote";
import * as z from "@/lib/zod";
import { writeInvitation } from "@/store/sync/invitation-contents";
import { type LocationMemory, sealedPart } from "@/store/sync/location-memory";
import { parts } from "@/store/sync/object-memory";
import type { InvitationRequest, SyncOutcome } from "@/store/sync/sync-messages";

/** An invitation at a location, which this device has to delete. */
interface StoredInvitation {
  readonly name: string;
  /** Time of its expiry, in milliseconds since the epoch. */
  readonly expires: number;
}

interface InvitationPlace {
  readonly database: Pick<Database, "readSyncMemory" | "writeSyncMemory">;
  readonly remote: Remote;
}

/** Maximum length of a remote file, in characters. */
const maxChars = 400_000_000;

const storedSchema = z.catch(z.record(z.string(), z.array(z.object({ name: z.string(), expires: z.number() }))), {});

/**
 * Stores an invitation at an encrypted location, and deletes expired ones. It is noted before it is sent, so that a later
 * sync deletes it if the dialog cannot. Throws sync errors.
 */
export async function storeInvitation(
  { passphrase, secret, expires, chats }: InvitationRequest,
  settings: SyncSettings,
  place: InvitationPlace & { readonly env: Pick<Environment, "now"> },
): Promise<SyncOutcome> {
  const { database, remote, env } = place;
  const location = syncLocation(settings);
  const header = await currentHeader(location, place);
  const dataKey = await unwrapKey(header, passphrase);
  if (!dataKey) throw syncError("wrong-passphrase");
  const now = env.now();
  await removeInvitations(settings, place, (each) => each.expires <= now);
  const name = invitationName(secret);
  const { withKeys, isAutomatic } = settings;
  const key = base64OfBytes(dataKey.slice().buffer);
  const text = writeInvitation({ keyId: header.keyId, key, withKeys, isAutomatic, chats });
  const bytes = await sealInvitation(text, secret, expires);
  await changeStored(database, location, (listed) => [...listed, { name, expires }]);
  await remote.objects.write(name, bytes);
  const read = await remote.objects.read(name);
  if (read?.length !== bytes.length || read.some((byte, index) => byte !== bytes[index])) throw syncError("not-stored");
  return { kind: "invited" };
}

/** Returns the header at a location, if its key is the one that this device has. */
async function currentHeader(location: string, { database, remote }: InvitationPlace): Promise<SealedHeader> {
  const parsed = parseSafely((await remote.get()).text, { maxChars });
  const file = parsed.ok ? readSealedFile(parsed.value) : undefined;
  if (file === "newer") throw syncError("newer-version");
  if (file === "damaged") throw syncError("altered");
  if (!file) throw syncError("doubtful");
  if ((await knownKeyId(database, location)) !== file.header.keyId) throw syncError("needs-passphrase");
  return file.header;
}

/** Returns the id of the key that this device has for a location. */
export async function knownKeyId(
  database: Pick<Database, "readSyncMemory">,
  location: string,
): Promise<string | undefined> {
  const memory = (await database.readSyncMemory(sealedPart)) as Readonly<Record<string, LocationMemory>> | undefined;
  return memory?.[location]?.header.keyId;
}

/**
 * Deletes invitations of this device at the location. Those that cannot be deleted now remain noted. Returns whether all
 * were deleted. Never throws.
 */
export async function removeInvitations(
  settings: SyncSettings,
  { database, remote }: InvitationPlace,
  isUnneeded: (stored: StoredInvitation) => boolean,
): Promise<boolean> {
  const location = syncLocation(settings);
  try {
    const unneeded = (await readStoredInvitations(database))[location]?.filter(isUnneeded) ?? [];
    if (unneeded.length === 0) return true;
    const removed = new Set<string>();
    for (const { name } of unneeded) {
      await remote.objects.remove(name, true).then(
        () => removed.add(name),
        () => {},
      );
    }
    await changeStored(database, location, (listed) => listed.filter(({ name }) => !removed.has(name)));
    return removed.size === unneeded.length;
  } catch (error) {
    // A sync that has succeeded must not fail for this.
    console.warn("Could not delete an invitation.", error);
    return false;
  }
}

type StoredInvitations = Readonly<Record<string, readonly StoredInvitation[]>>;

/** Returns the invitations that this device has to delete, by location. */
export async function readStoredInvitations(
  database: Pick<InvitationPlace["database"], "readSyncMemory">,
): Promise<StoredInvitations> {
  return z.parse(storedSchema, (await database.readSyncMemory(parts.invitations)) ?? {});
}

/** Changes the invitations of a location. The lock excludes other tabs and workers, which do the same. */
function changeStored(
  database: InvitationPlace["database"],
  location: string,
  change: (listed: readonly StoredInvitation[]) => readonly StoredInvitation[],
): Promise<void> {
  return withTabLock("parley-invitations", async () => {
    const { [location]: listed = [], ...others } = await readStoredInvitations(database);
    const changed = change(listed);
    const stored = changed.length === 0 ? others : { ...others, [location]: changed };
    await database.writeSyncMemory(parts.invitations, Object.keys(stored).length === 0 ? undefined : stored);
  });
}
