/** @jest-environment jsdom */
import { storedMaskList } from "@/lib/chat/mask-list";
import { catalogue } from "@/lib/storage/catalogue";
import { createMasks } from "@/store/masks";
import { bindDocument } from "@/store/persisted";
import { usualDefaults } from "../support/chat-samples";
import { fakeEnvironment } from "../support/fake-environment";
import { sampleMask } from "../support/mask-samples";
import { memoryStorage } from "../support/memory-storage";

test("what another tab writes is taken over, and what this one does not know is kept", () => {
  const stored = { masks: { a: sampleMask({ id: "a" }) }, counter: 3 };
  const storage = memoryStorage({ "mask-store": JSON.stringify({ version: 3.1, state: stored }) });
  const store = createMasks({ env: fakeEnvironment({ now: 1000 }), path: "" });
  const act = store.getState;
  bindDocument(store, { entry: catalogue.masks, load: act().hydrate, save: storedMaskList }, storage, () => 0);
  const other = { masks: { a: sampleMask({ id: "a" }), b: sampleMask({ id: "b" }) }, counter: 3 };
  storage.setItem("mask-store", JSON.stringify({ version: 3.1, state: other }));
  dispatchEvent(new StorageEvent("storage", { key: "mask-store", newValue: storage.getItem("mask-store") }));
  expect(act().own.map(({ id }) => id)).toEqual(["a", "b"]);
  act().create(usualDefaults);
  const { state } = JSON.parse(storage.getItem("mask-store") ?? "");
  expect([Object.keys(state.masks), state.counter]).toEqual([["id-1", "a", "b"], 3]);
});
