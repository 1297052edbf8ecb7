/** @jest-environment jsdom */
import { storedMaskList } from "@/lib/chat/mask-list";
import { catalogue } from "@/lib/storage/catalogue";
import { createMasks } from "@/store/library/masks";
import { bindLargeDocument } from "@/store/records/bind-large-document";
import { usualDefaults } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { sampleMask } from "../../support/mask-samples";
import { memoryStorage } from "../../support/memory-storage";
import { memoryTexts } from "../../support/memory-texts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("loads another tab's writes, and writes unknown fields back", async () => {
  const stored = { masks: { a: sampleMask({ id: "a" }) }, counter: 3 };
  const texts = memoryTexts({ "mask-store": JSON.stringify({ version: 3.1, state: stored }) });
  const store = createMasks({ env: fakeEnvironment({ now: 1000 }), path: "" });
  const act = store.getState;
  await bindLargeDocument(
    store,
    { entry: catalogue.masks, load: act().hydrate, save: storedMaskList },
    { texts, storage: memoryStorage(), now: () => 0 },
  );
  const other = { masks: { a: sampleMask({ id: "a" }), b: sampleMask({ id: "b" }) }, counter: 3 };
  await texts.update([], () => ({ "mask-store": JSON.stringify({ version: 3.1, state: other }) }));
  await settled();
  expect(act().own.map(({ id }) => id)).toEqual(["a", "b"]);
  act().create(usualDefaults);
  await settled();
  const { state } = JSON.parse(texts.values.get("mask-store") ?? "");
  expect([Object.keys(state.masks), state.counter]).toEqual([["id-1", "a", "b"], 3]);
});
