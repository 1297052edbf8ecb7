/** @jest-environment jsdom */
import { storeEarlyText, takeEarlyText } from "@/components/shell/early-text";

beforeEach(() => {
  document.documentElement.dataset.new = "";
  document.body.innerHTML =
    "<textarea data-first-box></textarea><textarea data-first-box></textarea><textarea></textarea>";
});

/** A message box of the app. */
const shown = (offsetHeight: number) =>
  Object.defineProperty(document.createElement("div"), "offsetHeight", { value: offsetHeight });
const take = () => takeEarlyText(shown(46));

const boxes = () => [...document.querySelectorAll("textarea")] as [HTMLTextAreaElement, HTMLTextAreaElement];

test("stores the text of the focused message box, once", () => {
  const [first, second] = boxes();
  first.value = "One";
  second.value = "Two";
  second.focus();
  storeEarlyText();
  expect(takeEarlyText(shown(0))).toBeUndefined();
  expect(take()).toEqual({ text: "Two", isSent: false, isFocused: true });
  expect(take()).toBeUndefined();
});

test("without a focus, stores the text of the box that has one, and whether it is to be sent", () => {
  const [, second] = boxes();
  storeEarlyText();
  expect(take()).toBeUndefined();
  second.value = "Two";
  second.readOnly = true;
  storeEarlyText();
  expect(take()).toEqual({ text: "Two", isSent: true, isFocused: false });
});

test("ignores text that a browser restores into the hidden boxes of a returning user", () => {
  delete document.documentElement.dataset.new;
  boxes()[0].value = "Of another field";
  storeEarlyText();
  expect(take()).toBeUndefined();
});
