import fc from "fast-check";
import { tagLimits } from "@/lib/chat/tag-limits";
import { readTags } from "@/lib/chat/tags";

test.each([
  [undefined, undefined],
  ["tides", undefined],
  [[" ", 4], undefined],
  [
    [" Tide \n tables ", "tide tables", "Work"],
    ["Tide tables", "Work"],
  ],
  [["t".repeat(50)], ["t".repeat(40)]],
])("reads the tags %j as %j", (stored, tags) => {
  expect(readTags(stored)).toEqual(tags);
});

test("any value becomes tags within the limits that are read unchanged", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.jsonValue()), { maxLength: 40 }),
      (stored) => {
        const tags = readTags(stored);
        expect(readTags(tags)).toEqual(tags);
        expect(tags?.length ?? 0).toBeLessThanOrEqual(tagLimits.count);
      },
    ),
  );
});
