import { RecentMap } from "@/lib/server/recent-map";

test("the least recently used entry is dropped first", () => {
  const map = new RecentMap<string, number>(2);
  map.set("one", 1);
  map.set("two", 2);
  expect(map.get("one")).toBe(1);
  map.set("three", 3);
  expect(["one", "two", "three"].map((key) => map.get(key))).toEqual([1, undefined, 3]);
  map.set("one", 10);
  map.set("four", 4);
  expect(["one", "three", "four"].map((key) => map.get(key))).toEqual([10, undefined, 4]);
});

test("a value is created once, and again after it was dropped", () => {
  const map = new RecentMap<string, string>(1);
  let count = 0;
  const create = () => `value ${++count}`;
  const keys = ["a", "a", "b", "b", "a"];
  expect(keys.map((key) => map.getOrCreate(key, create))).toEqual([
    "value 1",
    "value 1",
    "value 2",
    "value 2",
    "value 3",
  ]);
});
