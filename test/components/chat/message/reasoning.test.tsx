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
  const message = { id: "m", role: "assistant", date: 0, content: "", reasoning: "The *Moon* pulls." } as const;
  const { container } = render(<Reasoning message={message} isThinking={isThinking} />, { wrapper: WithMessages });
  await userEvent.click(screen.getByText(/Th(inking|ought)/));
  expect(await screen.findByText("Moon")).toBeVisible();
  expect(container.querySelector("[data-growing]") !== null).toBe(isLive);
});
