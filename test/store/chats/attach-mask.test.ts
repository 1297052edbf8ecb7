/** @jest-environment jsdom */
import { Blob as NodeBlob } from "node:buffer";
import { useUi } from "@/store/base/ui";
import { attachAgain, attachMask, isMaskAt, removeImage } from "@/store/chats/attach-mask";
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

test("a mask stands behind its image, and replaces any earlier one", async () => {
  attach([kite, boat, tide]);
  await attachMask("s1", kite, png());
  const [first, mask = "", ...others] = images();
  expect([first, others, await isMaskAt(mask), await isMaskAt(boat)]).toEqual([kite, [boat, tide], true, false]);
  await attachMask("s1", tide, png());
  expect([images().slice(0, 3), images().length]).toEqual([[kite, boat, tide], 4]);
  expect(await isMaskAt(images()[3] ?? "")).toBe(true);
  expect(toasts()).toEqual([]);
});

test("an image is removed with its mask, and a mask alone", async () => {
  attach([kite, boat, tide]);
  await attachMask("s1", boat, png());
  await removeImage("s1", kite);
  expect([images().length, images()[0], images()[2]]).toEqual([3, boat, tide]);
  await removeImage("s1", boat);
  expect(images()).toEqual([tide]);
  await attachMask("s1", tide, png());
  await removeImage("s1", images()[1] ?? "");
  expect(images()).toEqual([tide]);
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
