import type { RevokedCode } from "@/lib/server/usage/usage-store";

/** Maximum number of ended calls whose ids are remembered. */
const maxEnded = 10_000;

/** The slots of calls under way, each of which ends once. */
export class MemorySlots {
  private readonly releases = new Map<string, () => void>();
  private readonly ended = new Set<string>();

  add(callId: string, release: () => void): void {
    this.releases.set(callId, release);
  }

  /** Releases the slot of a call. Returns false if the call has ended before. */
  end(callId: string): boolean {
    if (this.ended.has(callId)) return false;
    this.ended.add(callId);
    if (this.ended.size > maxEnded) this.ended.delete(this.ended.keys().next().value ?? "");
    this.releases.get(callId)?.();
    this.releases.delete(callId);
    return true;
  }
}

/** The revoked codes, some of them until a time. */
export class MemoryRevocations {
  private readonly now: () => number;
  private readonly byCode = new Map<string, RevokedCode>();

  constructor(now: () => number) {
    this.now = now;
  }

  revoke(code: string, until: number | undefined): void {
    this.byCode.set(code, { code, since: this.now(), ...(until === undefined ? {} : { until }) });
  }

  restore(code: string): void {
    this.byCode.delete(code);
  }

  has(code: string): boolean {
    const revoked = this.byCode.get(code);
    return revoked !== undefined && (revoked.until === undefined || 1000 * revoked.until > this.now());
  }

  list(): RevokedCode[] {
    return [...this.byCode.values()].filter(({ code }) => this.has(code));
  }
}
