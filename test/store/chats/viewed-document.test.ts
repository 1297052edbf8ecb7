/** @jest-environment jsdom */
import { useViewedDocument, type ViewedDocument } from "@/store/chats/viewed-document";

const opener = document.createElement("button");
const stored = { id: "a".repeat(64), pages: 3, tokens: 9, sent: "whole" };
const view: ViewedDocument = {
  sessionId: "s1",
  name: "a.pdf",
  document: stored,
  label: "",
  statement: "",
  opener,
  onChange: () => undefined,
};

test("each opening counts, also of the same place", () => {
  useViewedDocument.getState().open(view);
  useViewedDocument.getState().open(view);
  expect(useViewedDocument.getState()).toMatchObject({ view, opened: 2 });
  useViewedDocument.getState().close();
  expect(useViewedDocument.getState()).toMatchObject({ view: undefined, opened: 2 });
});

test("only the element that opened a document changes what is sent of it", () => {
  const changed = { ...stored, sent: "passages" };
  useViewedDocument.getState().open(view);
  useViewedDocument.getState().change(document.createElement("button"), changed);
  expect(useViewedDocument.getState().view).toEqual(view);
  useViewedDocument.getState().change(opener, changed);
  expect(useViewedDocument.getState().view).toEqual({ ...view, document: changed });
});

test("the choice ends with the element that offered it; the document stays open", () => {
  useViewedDocument.getState().open(view);
  useViewedDocument.getState().change(opener, undefined);
  const { onChange: _onChange, ...unchangeable } = view;
  expect(useViewedDocument.getState().view).toEqual(unchangeable);
});
