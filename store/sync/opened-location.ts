import { parseSafely } from "@/lib/import/safe-json";
import type { SealedFile, Vault } from "@/lib/sealing/sealed-file";
import type { ObjectKey } from "@/lib/sealing/sealed-object";
import { isSameValue } from "@/lib/sync/fingerprint";
import { isConditional, type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import type { LocationMemory, SealedLedger } from "@/store/sync/location-memory";
import type { AllowedGaps, PlaceKeys } from "@/store/sync/object-place";
import type { SealingChange, SyncOrder } from "@/store/sync/sync-messages";

/** A location whose content can be merged. */
export interface OpenedLocation {
  readonly kind: "opened";
  readonly location: string;
  /** The parsed content: a readable file or an index of objects; undefined for an empty location. */
  readonly parsed: unknown;
  /** Whether the content is an index of objects. */
  readonly hasObjects: boolean;
  /** The key that opens existing objects, and the one that encrypts new ones. */
  readonly keys: PlaceKeys;
  /** Whether the location will be encrypted after this sync. */
  readonly isEncrypted: boolean;
  /** Whether the content was encrypted before. */
  readonly wasEncrypted: boolean;
  /** Whether to write even without changes, because the encryption changes. */
  readonly mustWrite: boolean;
  /** Objects that may be read as empty, after which everything is written again. */
  readonly gaps: AllowedGaps;
  /** Identifies the state that was opened. */
  readonly print: string;
  /** Returns the text to send. */
  seal(text: string): Promise<string>;
  /**
   * Throws `changed` if another device has overwritten a new passphrase or key. Hosts with versions refuse that write;
   * from others, the file is read again.
   */
  confirm(over: RemoteText): Promise<void>;
  /** Returns the ledger part to store once everything is written. */
  memory(): Promise<Readonly<Record<string, unknown>>>;
}

/** The state of a location, with which a sync goes on. */
export interface FoundState {
  /** The vault in force; undefined if this device has no key. */
  readonly vault: Vault | undefined;
  readonly known: LocationMemory | undefined;
  /** Revision of the next write. */
  readonly revision: number;
  readonly isReadable: boolean;
  /** The key of the objects, if the content is an index. */
  readonly objectKey?: ObjectKey | undefined;
  /** Whether the file has an earlier header than this device has seen, which is replaced. */
  readonly isBehind: boolean;
  readonly gaps: AllowedGaps;
  readonly print: string;
}

/** Maximum length of a remote file, in characters. */
export const maxChars = 400_000_000;

/** Code that is loaded only for encrypted locations. */
export const sealedFiles = () => import("@/lib/sealing/sealed-file");

interface OpenedParts {
  readonly order: SyncOrder;
  readonly location: string;
  readonly ledger: SealedLedger;
  readonly remote: Remote;
  /** The vault with which to write; undefined for a readable file. */
  readonly vault: Vault | undefined;
}

/** Returns a location that was opened. */
export function openedLocation(parsed: unknown, found: FoundState, parts: OpenedParts): OpenedLocation {
  const { order, location, ledger, remote, vault } = parts;
  const { known, revision, isReadable, objectKey } = found;
  const change = order.sealing;
  let newest: LocationMemory | undefined;
  return {
    kind: "opened",
    location,
    parsed,
    hasObjects: objectKey !== undefined,
    keys: { reading: objectKey, writing: vault && { key: vault.key, keyId: vault.header.keyId } },
    isEncrypted: vault !== undefined,
    wasEncrypted: !isReadable,
    gaps: found.gaps,
    print: found.print,
    mustWrite: isReadable ? vault !== undefined : mustWriteAgain(order, found),
    async seal(text) {
      if (!vault) return text;
      const sealed = await (await sealedFiles()).sealFile(text, vault, { name: remote.name, revision });
      newest = { ...vault, revision, print: sealed.print, former: formerVault(vault, known, change) };
      return sealed.text;
    },
    async confirm({ etag }) {
      if (!vault || !isNewHeader(change) || isConditional(etag)) return;
      const now = parseSafely((await remote.get()).text, { maxChars });
      const file = now.ok ? await sealedIn(now.value) : undefined;
      if (!file || !isSameValue(file.header, vault.header)) throw syncError("changed");
    },
    async memory() {
      if (!vault) return known ? ledger.partWith(undefined) : {};
      return newest ? ledger.partWith(newest) : {};
    },
  };
}

/** Whether an encrypted location is written even without changes. */
function mustWriteAgain({ sealing, accepted, repairs }: SyncOrder, { isBehind }: FoundState): boolean {
  const isChanging = sealing !== undefined && sealing.kind !== "unlock" && sealing.kind !== "invited";
  return isChanging || accepted !== undefined || repairs !== undefined || isBehind;
}

/** Returns the encrypted file in a parsed text; undefined for a readable one. Throws if it is refused. */
export async function sealedIn(parsed: unknown): Promise<SealedFile | undefined> {
  const file = (await sealedFiles()).readSealedFile(parsed);
  if (file === "newer") throw syncError("newer-version");
  if (file === "damaged") throw syncError("altered");
  return file;
}

/** Whether a change replaces the header, and so must not be undone by what another device writes. */
export function isNewHeader(
  change: SealingChange | undefined,
): change is Extract<SealingChange, { readonly kind: "set-up" | "renew" | "change-passphrase" }> {
  return change !== undefined && ["set-up", "renew", "change-passphrase"].includes(change.kind);
}

/** Returns the vault to remember beside another one: that before a new key of this device. */
export function formerVault(
  vault: Vault,
  known: LocationMemory | undefined,
  change: SealingChange | undefined,
): Vault | undefined {
  if (vault.header.keyId === known?.header.keyId) return known.former;
  return known && isNewHeader(change) ? { key: known.key, header: known.header } : undefined;
}
