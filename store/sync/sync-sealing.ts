import type { Environment } from "@/lib/environment";
import { parseSafely } from "@/lib/import/safe-json";
import type { SealedFile, Vault } from "@/lib/sealing/sealed-file";
import { isLocationEncrypted, syncLocation } from "@/lib/settings/sync-settings";
import type { Database } from "@/lib/storage/database";
import { fingerprint, isSameValue } from "@/lib/sync/fingerprint";
import { isConditional, type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import { type LocationMemory, SealedLedger } from "@/store/sync/location-memory";
import type { AllowedGaps } from "@/store/sync/object-place";
import {
  type FoundState,
  formerVault,
  isNewHeader,
  maxChars,
  type OpenedLocation,
  openedLocation,
  sealedFiles,
  sealedIn,
} from "@/store/sync/opened-location";
import type { Doubt, LocationContent, SyncOrder } from "@/store/sync/sync-messages";

/** Opens and encrypts the content of a location during one sync. */
export interface Sealing {
  look(): Promise<LocationContent>;
  /** Throws sync errors; then nothing was changed. */
  open(kept: RemoteText): Promise<OpenedLocation | { readonly kind: "doubts"; readonly doubt: Doubt }>;
}

type Opening = Awaited<ReturnType<Sealing["open"]>>;

interface SealingTools {
  readonly env: Pick<Environment, "now">;
  readonly database: Pick<Database, "readSyncMemory" | "writeSyncMemory">;
  readonly remote: Remote;
}

/** Creates the encryption of one sync. */
export function createSealing(order: SyncOrder, tools: SealingTools): Sealing {
  return new LocationSealing(order, tools);
}

class LocationSealing implements Sealing {
  private readonly order: SyncOrder;
  private readonly tools: SealingTools;
  private readonly location: string;
  private readonly ledger: SealedLedger;
  /** The vault of a set-up, a new key or a new passphrase: at each attempt the same, as an earlier one may have arrived. */
  private made: Vault | undefined;

  constructor(order: SyncOrder, tools: SealingTools) {
    this.order = order;
    this.tools = tools;
    this.location = syncLocation(order.settings);
    this.ledger = new SealedLedger(tools.database, this.location);
  }

  async look(): Promise<LocationContent> {
    const { text } = await this.tools.remote.get();
    if (text.trim() === "") return "empty";
    return (await sealedIn(parsedFile(text))) ? "encrypted" : "readable";
  }

  async open(kept: RemoteText): Promise<Opening> {
    if (kept.text.trim() === "") return this.openReadable(undefined, "emptied", "");
    const parsed = parsedFile(kept.text);
    const file = await sealedIn(parsed);
    if (file) return this.openSealed(file, kept);
    return this.openReadable(parsed, "readable", fingerprint(kept.text));
  }

  /** Opens an empty or readable location. */
  private async openReadable(parsed: unknown, reason: "emptied" | "readable", print: string): Promise<Opening> {
    const { settings, sealing: change } = this.order;
    const known = await this.ledger.read();
    const needsKey = change !== undefined && !["set-up", "turn-off"].includes(change.kind);
    const isReadableHere = !settings.isEncrypted && !isLocationEncrypted(settings) && !needsKey;
    if (!known && !isReadableHere && change?.kind !== "set-up") throw syncError("needs-setup");
    const isTurnedOff = reason === "readable" && change?.kind === "turn-off";
    const doubt: Doubt = { reason: isTurnedOff ? "turned-off" : reason, print };
    if (known && !isAccepted(this.order, doubt)) return { kind: "doubts", doubt };
    const revision = (known?.revision ?? 0) + 1;
    const found = { vault: known, known, revision, isReadable: true, isBehind: false, gaps: "none" as const, print };
    return this.opened(parsed, found);
  }

  private async openSealed(file: SealedFile, { etag }: RemoteText): Promise<Opening> {
    const { generationOf, hasObjects, printOfSealed, openSealedFile } = await sealedFiles();
    const known = await this.ledger.read();
    const { key } = await this.vaultToOpen(file, known);
    const text = await openSealedFile(file, key, this.tools.remote.name);
    const parsed = text === undefined ? undefined : parseSafely(text, { maxChars });
    if (!parsed?.ok) throw syncError("altered");
    const { header } = file;
    const isSameKey = known?.header.keyId === header.keyId;
    const isFormer = !isSameKey && known?.former?.header.keyId === header.keyId;
    // Another device has written what it had read before the passphrase or the key was changed.
    const isBehind = known !== undefined && (isFormer || generationOf(header) < generationOf(known.header));
    const print = printOfSealed(file);
    const isDoubtful =
      known !== undefined && (isOlder({ revision: file.revision, print }, known, etag) || (isBehind && !isSameKey));
    const doubt: Doubt = { reason: "rolled-back", print };
    if (isDoubtful && !isAccepted(this.order, doubt)) return { kind: "doubts", doubt };
    const vault: Vault = known && isBehind ? { key: known.key, header: known.header } : { key, header };
    const revision = Math.max(file.revision, known?.revision ?? 0);
    // An accepted state is remembered once it is written: until then, the newest one is still the one that was seen.
    if (!isDoubtful && known?.print !== print) {
      await this.ledger.write({ ...vault, revision, print, former: formerVault(vault, known, undefined) });
    }
    const objectKey = hasObjects(file) ? { key, keyId: header.keyId } : undefined;
    const gaps = gapsIn(this.order, print, isDoubtful);
    const found = { vault, known, revision: revision + 1, isReadable: false, isBehind, objectKey, gaps, print };
    return this.opened(parsed.value, found);
  }

  private async opened(parsed: unknown, found: FoundState): Promise<OpenedLocation> {
    const { order, location, ledger } = this;
    const vault = await this.vaultToWrite(found.vault);
    return openedLocation(parsed, found, { order, location, ledger, remote: this.tools.remote, vault });
  }

  /** Returns the vault that opens a file: of this device, or of the entered secret. */
  private async vaultToOpen({ header }: SealedFile, known: LocationMemory | undefined): Promise<Vault> {
    const change = this.order.sealing;
    if (change?.kind === "unlock") {
      const unlocked = await (await sealedFiles()).unlockVault(header, change.secret);
      if (!unlocked) throw syncError("wrong-passphrase");
      return unlocked;
    }
    if (change?.kind === "invited" && change.keyId !== header.keyId) throw syncError("other-key");
    if (change?.kind === "invited") return (await sealedFiles()).vaultOf(header, change.dataKey);
    const vault = [known, known?.former, this.made].find((each) => each?.header.keyId === header.keyId);
    if (!vault) throw syncError("needs-passphrase");
    return vault;
  }

  /** Returns the vault with which to write; undefined for a readable file. */
  private async vaultToWrite(known: Vault | undefined): Promise<Vault | undefined> {
    const change = this.order.sealing;
    if (change?.kind === "turn-off") return undefined;
    if (!isNewHeader(change)) return known;
    if (this.made && known && isSameValue(this.made.header, known.header)) return this.made;
    const { changePassphrase, createVault, laterVault } = await sealedFiles();
    if (change.kind === "change-passphrase") {
      const next = known && (await changePassphrase(known.header, change));
      if (!next) throw syncError("wrong-passphrase");
      this.made = { key: known.key, header: next.header };
    } else this.made ??= await createVault(change);
    this.made = laterVault(this.made, known?.header, this.tools.env.now());
    return this.made;
  }
}

function parsedFile(text: string): unknown {
  const parsed = parseSafely(text, { maxChars });
  if (!parsed.ok) throw syncError("no-backup");
  return parsed.value;
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

type SeenState = Pick<LocationMemory, "revision" | "print">;

/** Whether a state is older than the newest one that this device has seen. */
function isOlder(state: SeenState, seen: SeenState, etag: string | undefined): boolean {
  if (state.revision !== seen.revision) return state.revision < seen.revision;
  // If the host supports versions, one revision cannot have two states. Otherwise two devices may have written at the
  // same time, and merging them is safe.
  return isConditional(etag) && state.print !== seen.print;
}
