/** A map with a maximum size, for keys that callers choose. It drops the least recently used entry first. */
export class RecentMap<Key, Value extends {}> {
  private readonly entries = new Map<Key, Value>();
  private readonly maxSize: number;

  constructor(maxSize: number) {
    this.maxSize = maxSize;
  }

  /** Returns the value of a key, and marks it as the most recently used one. */
  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    const [oldest] = this.entries.size > this.maxSize ? this.entries.keys() : [];
    if (oldest !== undefined) this.entries.delete(oldest);
  }

  /** Returns the value of a key. Creates and adds it if the map lacks it. */
  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const created = create();
    this.set(key, created);
    return created;
  }
}
