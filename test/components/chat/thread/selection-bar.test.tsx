/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { SelectionBar } from "@/components/chat/thread/selection-bar";
import { resizeWindow } from "../../../support/jsdom-platform";
import { WithMessages } from "../../../support/with-messages";

afterEach(() => resizeWindow("desktop"));

test.each([
  ["desktop", ["Select all", "Copy", "Export", "Delete", ""]],
  ["phone", ["", "", "", "", ""]],
] as const)("on a %s, the visible labels of the actions on selected messages are %j", (size, labels) => {
  resizeWindow(size);
  render(<SelectionBar sessionId="s" />, { wrapper: WithMessages });
  const buttons = screen.getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual(labels);
  const names = ["Select all", "Copy", "Export", "Delete", "Stop selecting"];
  expect(names.map((name, index) => buttons[index] === screen.getByRole("button", { name }))).toEqual(
    names.map(() => true),
  );
});
