import type { Environment } from "@/lib/environment";
import type { StoreLink } from "@/lib/server/usage/store-link";

/** Maximum number of codes that are remembered as revoked for times without a store, and of looked-up codes. */
const maxRevoked = 10_000;

/** Time for which the result of a lookup among revoked codes is used, in milliseconds. */
const freshMs = 5000;

/** The codes that the store has named as revoked, for times when it is unreachable. */
export class RevokedCodes {
  private readonly link: StoreLink;
  private readonly env: Pick<Environment, "now">;
  private readonly ids = new Set<string>();
  /** Times at which codes were looked up. */
  private readonly checkedAt = new Map<string, number>();

  constructor(link: StoreLink, env: Pick<Environment, "now">) {
    this.link = link;
    this.env = env;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  remember(id: string, isRevoked: boolean): void {
    if (!isRevoked) this.ids.delete(id);
    else if (this.ids.size < maxRevoked) this.ids.add(id);
  }

  /** Whether the last lookup of a code has succeeded, and whether its result may still be used. */
  lookup(id: string): { readonly isDone: boolean; readonly isFresh: boolean } {
    const at = this.checkedAt.get(id);
    // A time ahead is that of a clock that was set back since.
    return { isDone: at !== undefined, isFresh: at !== undefined && Math.abs(this.env.now() - at) < freshMs };
  }

  /** Returns the store's result; if it is unreachable, whether the code is remembered as revoked. */
  async isRevoked(id: string): Promise<boolean> {
    const { store, inTime, logFailure } = this.link;
    this.checkedAt.delete(id);
    try {
      const isRevoked = await inTime(async () => (await store()).isRevoked(id));
      this.remember(id, isRevoked);
      if (!isRevoked || this.ids.has(id)) this.checkedAt.set(id, this.env.now());
      if (this.checkedAt.size > maxRevoked) this.checkedAt.delete(this.checkedAt.keys().next().value ?? "");
      return isRevoked;
    } catch (thrown) {
      logFailure(thrown);
      return this.ids.has(id);
    }
  }
}
