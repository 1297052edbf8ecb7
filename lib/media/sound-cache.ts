interface SoundCache {
  get(key: string): ArrayBuffer | undefined;
  put(key: string, sound: ArrayBuffer): void;
}

/** Creates a cache of audio with a maximum size in bytes; the least recently used entries are evicted first. */
export function createSoundCache(maxBytes: number): SoundCache {
  const kept = new Map<string, ArrayBuffer>();
  let size = 0;

  function drop(key: string) {
    size -= kept.get(key)?.byteLength ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const sound = kept.get(key);
      if (!sound) return undefined;
      kept.delete(key);
      kept.set(key, sound);
      return sound;
    },
    put(key, sound) {
      drop(key);
      kept.set(key, sound);
      size += sound.byteLength;
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
