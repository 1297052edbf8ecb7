import type { Environment } from "@/lib/environment";
import { parseSafely } from "@/lib/import/safe-json";
import type { SealingKey } from "@/lib/sealing/aead";
import type { SealedFile, SealedHeader, Vault } from "@/lib/sealing/sealed-file";
import type { ObjectKey } from "@/lib/sealing/sealed-object";
import { isLocationEncrypted, syncLocation } from "@/lib/settings/sync-settings";
import type { Database } from "@/lib/storage/database";
import { fingerprint, isSameValue } from "@/lib/sync/fingerprint";
import { isConditional, type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import type { AllowedGaps, PlaceKeys } from "@/store/sync/object-place";
import type { Doubt, LocationContent, SealingChange, SyncOrder } from "@/store/sync/sync-messages";

/** The key of one location on this device, and the newest state of it that this device has seen. */
export interface LocationMemory {
  readonly key: SealingKey;
  readonly header: SealedHeader;
  readonly revision: number;
  /** Identifies the state of that revision (`printOfSealed`). */
  readonly print: string;
  /** The vault before a new key of this device, to read what a device has written with it at the same time. */
  readonly former?: Vault | undefined;
}

type SeenState = Pick<LocationMemory, "revision" | "print">;

/** The part of the sync ledger with keys and newest states, by location. */
export const sealedPart = "sealed";
type SealedMemory = Readonly<Record<string, LocationMemory>>;

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

/** Opens and encrypts the content of a location during one sync. */
export interface Sealing {
  look(): Promise<LocationContent>;
  /** Throws sync errors; then nothing was changed. */
  open(kept: RemoteText): Promise<OpenedLocation | { readonly kind: "doubts"; readonly doubt: Doubt }>;
}

/** The state of a location, with which a sync goes on. */
interface FoundState {
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

interface SealingTools {
  readonly env: Pick<Environment, "now">;
  readonly database: Pick<Database, "readSyncMemory" | "writeSyncMemory">;
  readonly remote: Remote;
}

/** Maximum length of a remote file, in characters. */
const maxChars = 400_000_000;

/** Code that is loaded only for encrypted locations. */
const sealedFiles = () => import("@/lib/sealing/sealed-file");

/** Creates the encryption of one sync. */
export function createSealing(order: SyncOrder, { env, database, remote }: SealingTools): Sealing {
  const location = syncLocation(order.settings);
  const change = order.sealing;
  /** The vault of a set-up, a new key or a new passphrase: at each attempt the same, as an earlier one may have arrived. */
  let made: Vault | undefined;

  async function readMemory(): Promise<SealedMemory> {
    return ((await database.readSyncMemory(sealedPart)) as SealedMemory | undefined) ?? {};
  }

  async function remember(memory: LocationMemory): Promise<void> {
    await database.writeSyncMemory(sealedPart, { ...(await readMemory()), [location]: memory });
  }

  /** Returns the vault with which to write. */
  async function vaultToWrite(known: Vault | undefined): Promise<Vault | undefined> {
    if (change?.kind === "turn-off") return undefined;
    if (!isNewHeader(change)) return known;
    if (made && known && isSameValue(made.header, known.header)) return made;
    const { changePassphrase, createVault, laterVault } = await sealedFiles();
    if (change.kind === "change-passphrase") {
      const next = known && (await changePassphrase(known.header, change));
      if (!next) throw syncError("wrong-passphrase");
      made = { key: known.key, header: next.header };
    } else made ??= await createVault(change);
    made = laterVault(made, known?.header, env.now());
    return made;
  }

  async function opened(parsed: unknown, found: FoundState): Promise<OpenedLocation> {
    const { vault: inForce, known, revision, isReadable, objectKey } = found;
    const vault = await vaultToWrite(inForce);
    const isChanging = change !== undefined && change.kind !== "unlock" && change.kind !== "invited";
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
      mustWrite: isReadable
        ? vault !== undefined
        : isChanging || order.accepted !== undefined || order.repairs !== undefined || found.isBehind,
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
        const { [location]: _forgotten, ...others } = await readMemory();
        if (!vault) return known ? { [sealedPart]: others } : {};
        return newest ? { [sealedPart]: { ...others, [location]: newest } } : {};
      },
    };
  }

  /** Opens an empty or readable location. */
  async function openReadable(parsed: unknown, reason: "emptied" | "readable", print: string) {
    const known = (await readMemory())[location];
    const needsKey = change !== undefined && !["set-up", "turn-off"].includes(change.kind);
    const isReadableHere = !order.settings.isEncrypted && !isLocationEncrypted(order.settings) && !needsKey;
    if (!known && !isReadableHere && change?.kind !== "set-up") throw syncError("needs-setup");
    const isTurnedOff = reason === "readable" && change?.kind === "turn-off";
    const doubt: Doubt = { reason: isTurnedOff ? "turned-off" : reason, print };
    if (known && !isAccepted(order, doubt)) return { kind: "doubts" as const, doubt };
    const revision = (known?.revision ?? 0) + 1;
    const found = { vault: known, known, revision, isReadable: true, isBehind: false, gaps: "none" as const, print };
    return opened(parsed, found);
  }

  /** Returns the vault that opens a file: of this device, or of the entered secret. */
  async function vaultToOpen({ header }: SealedFile, known: LocationMemory | undefined): Promise<Vault> {
    if (change?.kind === "unlock") {
      const unlocked = await (await sealedFiles()).unlockVault(header, change.secret);
      if (!unlocked) throw syncError("wrong-passphrase");
      return unlocked;
    }
    if (change?.kind === "invited" && change.keyId !== header.keyId) throw syncError("other-key");
    if (change?.kind === "invited") return (await sealedFiles()).vaultOf(header, change.dataKey);
    const vault = [known, known?.former, made].find((each) => each?.header.keyId === header.keyId);
    if (!vault) throw syncError("needs-passphrase");
    return vault;
  }

  async function openSealed(file: SealedFile, { etag }: RemoteText) {
    const { generationOf, hasObjects, printOfSealed, openSealedFile } = await sealedFiles();
    const known = (await readMemory())[location];
    const { key } = await vaultToOpen(file, known);
    const text = await openSealedFile(file, key, remote.name);
    const parsed = text === undefined ? undefined : parseSafely(text, { maxChars });
    if (!parsed?.ok) throw syncError("altered");
    const { header } = file;
    const isSameKey = known?.header.keyId === header.keyId;
    const isFormer = !isSameKey && known?.former?.header.keyId === header.keyId;
    // Another device has written what it had read before the passphrase or the key was changed.
    const isBehind = known !== undefined && (isFormer || generationOf(header) < generationOf(known.header));
    const state = { revision: file.revision, print: printOfSealed(file) };
    const isDoubtful = known && (isOlder(state, known, etag) || (isBehind && !isSameKey));
    const doubt: Doubt = { reason: "rolled-back", print: state.print };
    if (isDoubtful && !isAccepted(order, doubt)) return { kind: "doubts" as const, doubt };
    const vault: Vault = known && isBehind ? { key: known.key, header: known.header } : { key, header };
    const revision = Math.max(file.revision, known?.revision ?? 0);
    // An accepted state is remembered once it is written: until then, the newest one is still the one that was seen.
    if (!isDoubtful && known?.print !== state.print) {
      await remember({ ...vault, revision, print: state.print, former: formerVault(vault, known, undefined) });
    }
    const objectKey = hasObjects(file) ? { key, keyId: header.keyId } : undefined;
    const found = { vault, known, revision: revision + 1, isReadable: false, isBehind, objectKey };
    return opened(parsed.value, {
      ...found,
      gaps: gapsIn(order, state.print, isDoubtful === true),
      print: state.print,
    });
  }

  return {
    async look() {
      const { text } = await remote.get();
      if (text.trim() === "") return "empty";
      const parsed = parseSafely(text, { maxChars });
      if (!parsed.ok) throw syncError("no-backup");
      return (await sealedIn(parsed.value)) ? "encrypted" : "readable";
    },
    async open(kept) {
      if (kept.text.trim() === "") return openReadable(undefined, "emptied", "");
      const parsed = parseSafely(kept.text, { maxChars });
      if (!parsed.ok) throw syncError("no-backup");
      const file = await sealedIn(parsed.value);
      if (file) return openSealed(file, kept);
      return openReadable(parsed.value, "readable", fingerprint(kept.text));
    },
  };
}

/** Returns the encrypted file in a parsed text; undefined for a readable one. Throws if it is refused. */
async function sealedIn(parsed: unknown): Promise<SealedFile | undefined> {
  const file = (await sealedFiles()).readSealedFile(parsed);
  if (file === "newer") throw syncError("newer-version");
  if (file === "damaged") throw syncError("altered");
  return file;
}

function isAccepted({ accepted }: SyncOrder, { reason, print }: Doubt): boolean {
  return accepted?.reason === reason && accepted.print === print;
}

/**
 * Returns the objects that may be read as empty: those of an older state may have been removed since, and the user may
 * have agreed to repair exactly this state.
 */
function gapsIn({ repairs }: SyncOrder, print: string, isRolledBack: boolean): AllowedGaps {
  if (repairs === print) return "missing-or-altered";
  return isRolledBack ? "missing" : "none";
}

/** Whether a change replaces the header, and so must not be undone by what another device writes. */
function isNewHeader(
  change: SealingChange | undefined,
): change is Extract<SealingChange, { readonly kind: "set-up" | "renew" | "change-passphrase" }> {
  return change !== undefined && ["set-up", "renew", "change-passphrase"].includes(change.kind);
}

/** Returns the vault to remember beside another one: that before a new key of this device. */
function formerVault(
  vault: Vault,
  known: LocationMemory | undefined,
  change: SealingChange | undefined,
): Vault | undefined {
  if (vault.header.keyId === known?.header.keyId) return known.former;
  return known && isNewHeader(change) ? { key: known.key, header: known.header } : undefined;
}

/** Whether a state is older than the newest one that this device has seen. */
function isOlder(state: SeenState, seen: SeenState, etag: string | undefined): boolean {
  if (state.revision !== seen.revision) return state.revision < seen.revision;
  // If the host supports versions, one revision cannot have two states. Otherwise two devices may have written at the
  // same time, and merging them is safe.
  return isConditional(etag) && state.print !== seen.print;
}
