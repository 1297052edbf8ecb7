/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Reasoning } from "@/components/chat/message/reasoning";
import "../../../support/jsdom-platform";
import { WithMessages } from "../../../support/with-messages";

beforeAll(() => import("@/components/markdown/markdown-blocks"));

test.each([
  [true, true],
  [false, false],
])("reasoning renders as growing text only while it grows (thinking: %s)", async (isThinking, isLive) => {
  const { container } = render(<Reasoning text="The *Moon* pulls." since={0} isThinking={isThinking} />, {
    wrapper: WithMessages,
  });
  await userEvent.click(screen.getByText(/Th(inking|ought)/));
  expect(await screen.findByText("Moon")).toBeVisible();
  expect(container.querySelector("[data-growing]") !== null).toBe(isLive);
});
