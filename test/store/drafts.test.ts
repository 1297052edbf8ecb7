/** @jest-environment jsdom */
import { clearDraft, readDraft, writeDraft } from "@/store/drafts";
import { useUi } from "@/store/ui";

beforeEach(() => {
  localStorage.clear();
  useUi.setState(useUi.getInitialState(), true);
});

test("the text left in each chat is kept under the specification's key (§2.4), until it is sent", () => {
  writeDraft("s1", "When is ");
  writeDraft("s2", "Why ");
  writeDraft("s1", "When is low tide?");
  expect({ ...localStorage }).toEqual({ "unfinished-input-s1": "When is low tide?", "unfinished-input-s2": "Why " });
  expect(readDraft("s1")).toBe("When is low tide?");
  clearDraft("s1");
  expect(readDraft("s1")).toBe("");
  expect(readDraft("s2")).toBe("Why ");
});

test("an empty text is not kept", () => {
  writeDraft("s1", "When");
  writeDraft("s1", "");
  expect(localStorage).toHaveLength(0);
});

test("a chat without a draft has an empty one, and forgetting it does no harm", () => {
  clearDraft("s1");
  expect(readDraft("s1")).toBe("");
});

test("a draft that the full storage does not take is reported, and the earlier one stays", () => {
  writeDraft("s1", "short");
  writeDraft("s1", "x".repeat(6_000_000));
  expect(useUi.getState().storageProblem?.code).toBe("storage-full");
  expect(readDraft("s1")).toBe("short");
});
