/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import { SelectionQuote } from "@/components/chat/thread/selection-quote";
import { WithMessages } from "../../../support/with-messages";

test("a scroll does not read whether the selection is empty, for which the browser would lay out the page", () => {
  const isCollapsed = jest.spyOn(Selection.prototype, "isCollapsed", "get");
  render(<SelectionQuote />, { wrapper: WithMessages });
  isCollapsed.mockClear();
  document.dispatchEvent(new Event("scroll"));
  expect(isCollapsed).not.toHaveBeenCalled();
});
