import { createSoundCache } from "@/lib/media/sound-cache";

test("the sound that was used longest ago goes first when there are too many bytes", () => {
  const cache = createSoundCache(10);
  const [one, two, three] = [new ArrayBuffer(4), new ArrayBuffer(4), new ArrayBuffer(4)];
  cache.put("one", one);
  cache.put("two", two);
  expect(cache.get("one")).toBe(one);
  cache.put("three", three);
  expect([cache.get("one"), cache.get("two"), cache.get("three")]).toEqual([one, undefined, three]);
});

test("a sound that is larger than all room is not kept, and one that is put again counts once", () => {
  const cache = createSoundCache(10);
  cache.put("large", new ArrayBuffer(11));
  expect(cache.get("large")).toBeUndefined();
  const same = new ArrayBuffer(6);
  cache.put("same", same);
  cache.put("same", same);
  expect(cache.get("same")).toBe(same);
});
