import { createSoundCache } from "@/lib/media/sound-cache";

test("evicts the least recently used sound when the byte limit is exceeded", () => {
  const cache = createSoundCache(10);
  const [one, two, three] = [new ArrayBuffer(4), new ArrayBuffer(4), new ArrayBuffer(4)];
  cache.put("one", one);
  cache.put("two", two);
  expect(cache.get("one")).toBe(one);
  cache.put("three", three);
  expect([cache.get("one"), cache.get("two"), cache.get("three")]).toEqual([one, undefined, three]);
});

test("does not cache a sound larger than the limit, and counts a replaced one once", () => {
  const cache = createSoundCache(10);
  cache.put("large", new ArrayBuffer(11));
  expect(cache.get("large")).toBeUndefined();
  const same = new ArrayBuffer(6);
  cache.put("same", same);
  cache.put("same", same);
  expect(cache.get("same")).toBe(same);
});
