/** @jest-environment jsdom */
import { readLastInput, storeLastInput } from "@/store/chats/last-input";

test("the last input is one for the whole app, and as it was typed", () => {
  expect(readLastInput()).toBe("");
  storeLastInput("  {{input}} as it is ");
  expect(readLastInput()).toBe("  {{input}} as it is ");
});
