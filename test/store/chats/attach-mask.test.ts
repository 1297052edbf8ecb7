/** @jest-environment jsdom */
import { Blob as NodeBlob } from "node:buffer";
import { useUi } from "@/store/base/ui";
import { attachAgain, attachMask, isMaskAt } from "@/store/chats/attach-mask";
import { useDrafts } from "@/store/chats/drafts";
import { pngOf } from "@/test/support/png";

// jsdom's files cannot be read.
Object.assign(globalThis, { Blob: NodeBlob });

const png = () => new Blob([new Uint8Array(pngOf(3, 2, [1, 2, 3]))], { type: "image/png" });
const images = () => useDrafts.getState().drafts.s1?.images ?? [];
const attach = (urls: readonly string[]) => useDrafts.getState().change("s1", () => ({ images: urls }));
const toasts = () => useUi.getState().toasts.map(({ content }) => content);
const [kite, boat, tide] = ["https://images.test/kite", "https://images.test/boat", "https://images.test/tide"];

beforeEach(() => {
  useUi.setState(useUi.getInitialState(), true);
  useDrafts.setState(useDrafts.getInitialState(), true);
});

test("a mask stands behind its image, and replaces an earlier one", async () => {
  attach([kite, boat]);
  await attachMask("s1", kite, png());
  const [first, mask = "", last] = images();
  expect([first, last, await isMaskAt(mask), await isMaskAt(boat)]).toEqual([kite, boat, true, false]);
  await attachMask("s1", kite, png());
  expect([images().length, images()[0], images()[2]]).toEqual([3, kite, boat]);
  expect(toasts()).toEqual([]);
});

test("a message has no more images with a mask than without", async () => {
  attach([kite, boat, tide]);
  await attachMask("s1", kite, png());
  expect([images(), toasts()]).toEqual([[kite, boat, tide], [{ kind: "images-cut", most: 3 }]]);
});

test("a mask of an image that was removed meanwhile is not attached", async () => {
  attach([boat]);
  await attachMask("s1", kite, png());
  expect(images()).toEqual([boat]);
});

test("an image of a message is attached once", () => {
  attach([boat]);
  attachAgain("s1", kite);
  attachAgain("s1", kite);
  expect(images()).toEqual([boat, kite]);
  attachAgain("s1", tide);
  attachAgain("s1", "https://images.test/fourth");
  expect([images(), toasts()]).toEqual([[boat, kite, tide], [{ kind: "images-cut", most: 3 }]]);
});
