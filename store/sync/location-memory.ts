import type { SealingKey } from "@/lib/sealing/aead";
import type { SealedHeader, Vault } from "@/lib/sealing/sealed-file";
import type { Database } from "@/lib/storage/database";

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

/** The part of the sync ledger with keys and newest states, by location. */
export const sealedPart = "sealed";
type SealedMemory = Readonly<Record<string, LocationMemory>>;

/** The memory of one location in the sync ledger. */
export class SealedLedger {
  private readonly database: Pick<Database, "readSyncMemory" | "writeSyncMemory">;
  private readonly location: string;

  constructor(database: Pick<Database, "readSyncMemory" | "writeSyncMemory">, location: string) {
    this.database = database;
    this.location = location;
  }

  private async readAll(): Promise<SealedMemory> {
    return ((await this.database.readSyncMemory(sealedPart)) as SealedMemory | undefined) ?? {};
  }

  async read(): Promise<LocationMemory | undefined> {
    return (await this.readAll())[this.location];
  }

  async write(memory: LocationMemory): Promise<void> {
    await this.database.writeSyncMemory(sealedPart, { ...(await this.readAll()), [this.location]: memory });
  }

  /** Returns the ledger part with another memory of the location, or without one. */
  async partWith(memory: LocationMemory | undefined): Promise<Readonly<Record<string, unknown>>> {
    const { [this.location]: _forgotten, ...others } = await this.readAll();
    return { [sealedPart]: memory ? { ...others, [this.location]: memory } : others };
  }
}
