import { parseSafely } from "@/lib/import/safe-json";
import { invitationName, sealInvitation } from "@/lib/sealing/invitation";
import { readSealedFile, type SealedHeader, unwrapKey } from "@/lib/sealing/sealed-file";
import { type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { base64OfBytes } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { type Remote, syncError } from "@/lib/sync/remote";
import * as z from "@/lib/zod";
import { writeInvitation } from "@/store/sync/invitation-contents";
import { parts } from "@/store/sync/object-memory";
import type { InvitationRequest, SyncOutcome } from "@/store/sync/sync-messages";
import { type LocationMemory, sealedPart } from "@/store/sync/sync-sealing";

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
 * Stores an invitation at an encrypted location. It replaces earlier ones of this device, and is noted before it is
 * sent, so that a later sync deletes it if the dialog cannot. Throws sync errors.
 */
export async function storeInvitation(
  { passphrase, secret, expires, chats }: InvitationRequest,
  settings: SyncSettings,
  place: InvitationPlace,
): Promise<SyncOutcome> {
  const { database, remote } = place;
  const location = syncLocation(settings);
  const header = await currentHeader(location, place);
  const dataKey = await unwrapKey(header, passphrase);
  if (!dataKey) throw syncError("wrong-passphrase");
  await removeInvitations(settings, place, () => true);
  const name = invitationName(secret);
  const { withKeys, isAutomatic } = settings;
  const key = base64OfBytes(dataKey.slice().buffer);
  const text = writeInvitation({ keyId: header.keyId, key, withKeys, isAutomatic, chats });
  const bytes = await sealInvitation(text, secret, expires);
  const stored = await readStored(database);
  await writeStored(database, { ...stored, [location]: [...(stored[location] ?? []), { name, expires }] });
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
  const memory = (await database.readSyncMemory(sealedPart)) as Readonly<Record<string, LocationMemory>> | undefined;
  if (memory?.[location]?.header.keyId !== file.header.keyId) throw syncError("needs-passphrase");
  return file.header;
}

/** Deletes invitations of this device at the location. Those that cannot be deleted now remain noted. Never throws. */
export async function removeInvitations(
  settings: SyncSettings,
  { database, remote }: InvitationPlace,
  isUnneeded: (stored: StoredInvitation) => boolean,
): Promise<void> {
  const location = syncLocation(settings);
  try {
    const unneeded = (await readStored(database))[location]?.filter(isUnneeded) ?? [];
    if (unneeded.length === 0) return;
    const removed = new Set<string>();
    for (const { name } of unneeded) {
      await remote.objects.remove(name, true).then(
        () => removed.add(name),
        () => {},
      );
    }
    const { [location]: listed = [], ...others } = await readStored(database);
    const left = listed.filter(({ name }) => !removed.has(name));
    await writeStored(database, left.length === 0 ? others : { ...others, [location]: left });
  } catch (error) {
    // A sync that has succeeded must not fail for this.
    console.warn("Could not delete an invitation.", error);
  }
}

type StoredInvitations = Readonly<Record<string, readonly StoredInvitation[]>>;

async function readStored(database: InvitationPlace["database"]): Promise<StoredInvitations> {
  return z.parse(storedSchema, (await database.readSyncMemory(parts.invitations)) ?? {});
}

async function writeStored(database: InvitationPlace["database"], stored: StoredInvitations): Promise<void> {
  await database.writeSyncMemory(parts.invitations, Object.keys(stored).length === 0 ? undefined : stored);
}
