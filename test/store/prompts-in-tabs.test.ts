/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { catalogue } from "@/lib/storage/catalogue";
import { bindDocument } from "@/store/persisted";
import { createPrompts } from "@/store/prompts";
import { fakeEnvironment } from "../support/fake-environment";
import { memoryStorage } from "../support/memory-storage";

test("what one tab changes another shows, and each writes back what it does not know", () => {
  const stored = { prompts: {}, counter: 0, later: "kept" };
  const storage = memoryStorage({ "prompt-store": JSON.stringify({ state: stored, version: 3 }) });
  const tabs = ["one", "other"].map(() => createPrompts({ env: fakeEnvironment({ now: 1000 }), path: "" }));
  const unbind = tabs.map((store) =>
    bindDocument(
      store,
      { entry: catalogue.prompts, load: store.getState().hydrate, save: ({ document }) => document },
      storage,
      () => 0,
    ),
  );
  tabs[0]?.getState().add({ title: "Shared", content: "text" });
  dispatchEvent(new StorageEvent("storage", { key: "prompt-store", newValue: storage.getItem("prompt-store") }));
  for (const { getState } of tabs) expect(getState().own).toMatchObject([{ title: "Shared", content: "text" }]);
  tabs[1]?.getState().remove("id-1");
  expect(JSON.parse(storage.getItem("prompt-store") ?? "")).toEqual({
    state: { later: "kept", prompts: {}, deleted: { "id-1": 1000 }, counter: 1, lastUpdateTime: 1000 },
    version: 3,
  });
  for (const end of unbind) end();
});
