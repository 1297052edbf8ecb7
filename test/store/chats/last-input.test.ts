/** @jest-environment jsdom */
import { readLastInput, storeLastInput } from "@/store/chats/last-input";

test("the last input is global and verbatim", () => {
  expect(readLastInput()).toBe("");
  storeLastInput("  {{input}} as it is ");
  expect(readLastInput()).toBe("  {{input}} as it is ");
});
