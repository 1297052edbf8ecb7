import { loadOnce } from "@/components/markdown/load-once";

/** A load that fails as often as it is told to, and keeps count. */
function flaky(failures: number) {
  const seen = { loads: 0, warnings: [] as string[] };
  const loader = loadOnce(
    "the tides",
    async () => {
      seen.loads++;
      if (seen.loads <= failures) throw new Error("gone");
      return `tides ${seen.loads}`;
    },
    (message) => seen.warnings.push(message),
  );
  return { seen, loader };
}

test("caches a loaded module, and does not request a loading one twice", async () => {
  const { seen, loader } = flaky(0);
  expect(loader.loaded()).toBeNull();
  expect(await Promise.all([loader.load(), loader.load()])).toEqual(["tides 1", "tides 1"]);
  expect(await loader.load()).toBe("tides 1");
  expect(loader.loaded()).toBe("tides 1");
  expect(seen).toEqual({ loads: 1, warnings: [] });
});

test("logs a failure once as a warning, and the next call tries again", async () => {
  const { seen, loader } = flaky(2);
  expect(await loader.load()).toBeNull();
  expect(loader.loaded()).toBeNull();
  expect(await loader.load()).toBeNull();
  expect(await loader.load()).toBe("tides 3");
  expect(seen).toEqual({ loads: 3, warnings: ["Could not load the tides"] });
});
