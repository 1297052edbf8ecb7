import { masksWithIds, withMasksFirst } from "@/lib/chat/project-masks";
import { sampleMask } from "../../support/mask-samples";

const [a, b, c] = ["a", "b", "c"].map((id) => sampleMask({ id })) as [ReturnType<typeof sampleMask>, never, never];

test("masks of a project are in its order, without deleted ones", () => {
  expect(masksWithIds([a, b, c], ["c", "gone", "a"])).toEqual([c, a]);
});

test("the first of two masks with one id counts", () => {
  expect(masksWithIds([a, { ...a, name: "other" }], ["a"])).toEqual([a]);
});

test("masks of a project are listed before the others", () => {
  expect(withMasksFirst([a, b, c], ["c", "gone"])).toEqual([c, a, b]);
  expect(withMasksFirst([a, b, c], [])).toEqual([a, b, c]);
});
