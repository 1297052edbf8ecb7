import type { Environment } from "@/lib/environment";
import type { RevokedCodes } from "@/lib/server/usage/revoked-codes";
import type { SlotKeeper } from "@/lib/server/usage/slot-keeper";
import type { StoreLink } from "@/lib/server/usage/store-link";
import type { CallAmounts, CountedLimits, UsageStore } from "@/lib/server/usage/usage-store";

/** The stores that count calls. */
export interface Counting {
  readonly link: StoreLink;
  /** The counts of this process: without a store, and while it is unreachable. */
  readonly own: UsageStore;
  /** Whether a store is configured. */
  readonly hasStore: boolean;
  readonly keeper: SlotKeeper;
  readonly revoked: RevokedCodes;
  readonly env: Pick<Environment, "now" | "newId">;
  /** Whether a call passes while the store is unreachable. Then it is counted in this process. */
  passesWithoutStore(limits: CountedLimits): boolean;
}

export const nothing: CallAmounts = { tokens: 0, money: 0 };
