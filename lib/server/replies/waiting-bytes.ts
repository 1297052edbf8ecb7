/** Bytes that wait for the store, in the order of their arrival. */
export class WaitingBytes {
  private readonly parts: Uint8Array[] = [];
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** Adds a copy of the bytes: the caller may use the memory again. */
  add(bytes: Uint8Array): void {
    this.parts.push(bytes.slice());
    this.count += bytes.length;
  }

  /** Removes and returns the first bytes. */
  take(maxBytes: number): Uint8Array {
    const bytes = new Uint8Array(Math.min(this.count, maxBytes));
    let filled = 0;
    while (filled < bytes.length) {
      const [first] = this.parts;
      if (!first) break;
      const part = first.subarray(0, bytes.length - filled);
      bytes.set(part, filled);
      filled += part.length;
      if (part.length === first.length) this.parts.shift();
      else this.parts[0] = first.subarray(part.length);
    }
    this.count -= filled;
    return bytes;
  }

  clear(): void {
    this.parts.length = 0;
    this.count = 0;
  }
}
