/** @jest-environment jsdom */
import { createMessageEdits } from "@/store/chats/message-edits";

beforeEach(() => sessionStorage.clear());

/** What a page finds that is loaded again. */
function reloaded(): Readonly<Record<string, string>> {
  const edits = createMessageEdits();
  edits.getState().open();
  return edits.getState().texts;
}

test("edits of messages survive a reload, until they are finished", () => {
  const edits = createMessageEdits();
  edits.getState().open();
  edits.getState().begin("m1", "Low tide");
  edits.getState().begin("m2", "High tide");
  edits.getState().change("m1", "Low tide at six");
  expect(reloaded()).toEqual({});
  edits.getState().save();
  expect(reloaded()).toEqual({ m1: "Low tide at six", m2: "High tide" });
  edits.getState().end("m1");
  expect(edits.getState().texts).toEqual({ m2: "High tide" });
  expect(reloaded()).toEqual({ m2: "High tide" });
});

test("only a requested editor takes the focus, once", () => {
  const edits = createMessageEdits();
  edits.getState().begin("m1", "Low tide");
  expect(edits.getState().askedFor).toBe("m1");
  edits.getState().arrive();
  expect(edits.getState().askedFor).toBeUndefined();
});

test("ignores a stored value of another type", () => {
  sessionStorage.setItem("unfinished-edits", '{"m1":7}');
  expect(reloaded()).toEqual({});
});
