/** @jest-environment jsdom */
import { storeEarlyText, takeEarlyText } from "@/components/shell/early-text";

beforeEach(() => {
  document.body.innerHTML =
    "<textarea data-first-box></textarea><textarea data-first-box></textarea><textarea></textarea>";
});

const boxes = () => [...document.querySelectorAll("textarea")] as [HTMLTextAreaElement, HTMLTextAreaElement];

test("stores the text of the focused message box, once", () => {
  const [first, second] = boxes();
  first.value = "One";
  second.value = "Two";
  second.focus();
  storeEarlyText();
  expect(takeEarlyText()).toEqual({ text: "Two", isSent: false, isFocused: true });
  expect(takeEarlyText()).toBeUndefined();
});

test("without a focus, stores the text of the box that has one, and whether it is to be sent", () => {
  const [, second] = boxes();
  storeEarlyText();
  expect(takeEarlyText()).toBeUndefined();
  second.value = "Two";
  second.readOnly = true;
  storeEarlyText();
  expect(takeEarlyText()).toEqual({ text: "Two", isSent: true, isFocused: false });
});
