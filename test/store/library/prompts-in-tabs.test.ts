/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { catalogue } from "@/lib/storage/catalogue";
import { createPrompts } from "@/store/library/prompts";
import { bindLargeDocument } from "@/store/records/bind-large-document";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";
import { memoryTexts } from "../../support/memory-texts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("shows another tab's change, and each tab writes unknown fields back", async () => {
  const stored = { prompts: {}, counter: 0, later: "kept" };
  const texts = memoryTexts({ "prompt-store": JSON.stringify({ state: stored, version: 3 }) });
  const storage = memoryStorage();
  const tabs = ["one", "other"].map(() => createPrompts({ env: fakeEnvironment({ now: 1000 }), path: "" }));
  const unbind = await Promise.all(
    tabs.map((store) =>
      bindLargeDocument(
        store,
        { entry: catalogue.prompts, load: store.getState().hydrate, save: ({ document }) => document },
        { texts, storage, now: () => 0 },
      ),
    ),
  );
  tabs[0]?.getState().add({ title: "Shared", content: "text" });
  await settled();
  for (const { getState } of tabs) expect(getState().own).toMatchObject([{ title: "Shared", content: "text" }]);
  tabs[1]?.getState().remove("id-1");
  await settled();
  expect(JSON.parse(texts.values.get("prompt-store") ?? "")).toEqual({
    state: { later: "kept", prompts: {}, deleted: { "id-1": 1000 }, counter: 1, lastUpdateTime: 1000 },
    version: 3,
  });
  for (const end of unbind) end();
});
