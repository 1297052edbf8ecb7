import { parseSafely } from "@/lib/import/safe-json";
import type { SealingKey } from "@/lib/sealing/aead";
import type { SealedFile, SealedHeader, Vault } from "@/lib/sealing/sealed-file";
import { syncLocation } from "@/lib/settings/sync-settings";
import type { Database } from "@/lib/storage/database";
import { fingerprint } from "@/lib/sync/fingerprint";
import { type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import type { Doubt, LocationContent, SyncOrder } from "@/store/sync/sync-messages";

/** The key of one location on this device, and the newest state of it that this device has seen. */
export interface LocationMemory {
  readonly key: SealingKey;
  readonly header: SealedHeader;
  readonly revision: number;
  /** Identifies the state of that revision (`printOfSealed`). */
  readonly print: string;
}

/** The part of the sync ledger with keys and newest states, by location. */
export const sealedPart = "sealed";
type SealedMemory = Readonly<Record<string, LocationMemory>>;

/** A location whose content can be merged. */
export interface OpenedLocation {
  readonly kind: "opened";
  /** The parsed readable content; undefined for an empty location. */
  readonly parsed: unknown;
  /** Whether the location will be encrypted after this sync. */
  readonly isEncrypted: boolean;
  /** Whether to write even without changes, because the encryption changes. */
  readonly mustWrite: boolean;
  /** Returns the text to send. */
  seal(text: string): Promise<string>;
  /** Returns the ledger part to store once everything is written. */
  memory(): Promise<Readonly<Record<string, unknown>>>;
}

/** Opens and encrypts the content of a location during one sync. */
export interface Sealing {
  look(): Promise<LocationContent>;
  /** Throws sync errors; then nothing was changed. */
  open(kept: RemoteText): Promise<OpenedLocation | { readonly kind: "doubts"; readonly doubt: Doubt }>;
}

interface SealingTools {
  readonly database: Pick<Database, "readSyncMemory" | "writeSyncMemory">;
  readonly remote: Remote;
}

/** Maximum length of a remote file, in characters. */
const maxChars = 400_000_000;

/** Code that is loaded only for encrypted locations. */
const sealedFiles = () => import("@/lib/sealing/sealed-file");

/** Creates the encryption of one sync. */
export function createSealing(order: SyncOrder, { database, remote }: SealingTools): Sealing {
  const location = syncLocation(order.settings);
  const change = order.sealing;
  let created: Promise<Vault> | undefined;

  async function readMemory(): Promise<SealedMemory> {
    return ((await database.readSyncMemory(sealedPart)) as SealedMemory | undefined) ?? {};
  }

  async function remember(memory: LocationMemory): Promise<void> {
    await database.writeSyncMemory(sealedPart, { ...(await readMemory()), [location]: memory });
  }

  /** Returns the vault of a set-up or a new key, the same at each attempt. */
  async function newVault(): Promise<Vault | undefined> {
    if (change?.kind !== "set-up" && change?.kind !== "renew") return undefined;
    created ??= sealedFiles().then(({ createVault }) => createVault(change));
    return created;
  }

  /** Returns the vault with which to write. */
  async function vaultToWrite(known: Vault | undefined): Promise<Vault | undefined> {
    if (change?.kind === "turn-off") return undefined;
    if (change?.kind !== "change-passphrase" || !known) return (await newVault()) ?? known;
    const vault = await (await sealedFiles()).changePassphrase(known.header, change);
    if (!vault) throw syncError("wrong-passphrase");
    return { key: known.key, header: vault.header };
  }

  async function opened(
    parsed: unknown,
    { vault: known, revision, isReadable }: { vault: Vault | undefined; revision: number; isReadable: boolean },
  ): Promise<OpenedLocation> {
    const vault = await vaultToWrite(known);
    const isChanging = change !== undefined && change.kind !== "unlock";
    let newest: LocationMemory | undefined;
    return {
      kind: "opened",
      parsed,
      isEncrypted: vault !== undefined,
      mustWrite: isReadable ? vault !== undefined : isChanging || order.accepted !== undefined,
      async seal(text) {
        if (!vault) return text;
        const sealed = await (await sealedFiles()).sealFile(text, vault, { name: remote.name, revision });
        newest = { ...vault, revision, print: sealed.print };
        return sealed.text;
      },
      async memory() {
        const { [location]: _forgotten, ...others } = await readMemory();
        if (!vault) return known ? { [sealedPart]: others } : {};
        return newest ? { [sealedPart]: { ...others, [location]: newest } } : {};
      },
    };
  }

  /** Opens an empty or readable location. */
  async function openReadable(parsed: unknown, doubt: Doubt) {
    const known = (await readMemory())[location];
    if (!known && order.settings.isEncrypted && change?.kind !== "set-up") throw syncError("needs-setup");
    const isExpected = !known || change?.kind === "turn-off" || isAccepted(order, doubt);
    if (!isExpected) return { kind: "doubts" as const, doubt };
    return opened(parsed, { vault: known, revision: (known?.revision ?? 0) + 1, isReadable: true });
  }

  async function openSealed(file: SealedFile, { etag }: RemoteText) {
    const { printOfSealed, unlockVault, openSealedFile } = await sealedFiles();
    const known = (await readMemory())[location];
    const vault = change?.kind === "unlock" ? await unlockVault(file.header, change.secret) : known;
    if (!vault) throw syncError(change?.kind === "unlock" ? "wrong-passphrase" : "needs-passphrase");
    if (vault.header.keyId !== file.header.keyId) throw syncError("needs-passphrase");
    const text = await openSealedFile(file, vault.key, remote.name);
    const parsed = text === undefined ? undefined : parseSafely(text, { maxChars });
    if (!parsed?.ok) throw syncError("altered");
    const seen = { key: vault.key, header: file.header, revision: file.revision, print: printOfSealed(file) };
    if (known && isOlder(seen, known, etag)) {
      const doubt: Doubt = { reason: "rolled-back", print: seen.print };
      if (!isAccepted(order, doubt)) return { kind: "doubts" as const, doubt };
    }
    const revision = Math.max(file.revision, known?.revision ?? 0);
    if (known?.print !== seen.print) await remember({ ...seen, revision });
    return opened(parsed.value, { vault: seen, revision: revision + 1, isReadable: false });
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
      if (kept.text.trim() === "") return openReadable(undefined, { reason: "emptied", print: "" });
      const parsed = parseSafely(kept.text, { maxChars });
      if (!parsed.ok) throw syncError("no-backup");
      const file = await sealedIn(parsed.value);
      if (file) return openSealed(file, kept);
      return openReadable(parsed.value, { reason: "readable", print: fingerprint(kept.text) });
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
 * Whether a state is older than the newest one that this device has seen. If the host supports versions, one revision
 * cannot have two states. Otherwise two devices may have written at the same time, and merging them is safe.
 */
function isOlder(state: LocationMemory, seen: LocationMemory, etag: string | undefined): boolean {
  if (state.revision !== seen.revision) return state.revision < seen.revision;
  const isConditional = etag !== undefined && !etag.startsWith("W/");
  return isConditional && state.print !== seen.print;
}
