/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { ToolCalls } from "@/components/tools/tool-calls";
import type { CallStep, ThoughtStep } from "@/lib/chat/reply-sections";
import { WithMessages } from "../../support/with-messages";

beforeAll(() => import("@/components/markdown/markdown-blocks"));

const calls = Array.from({ length: 5 }, (_, index): CallStep => {
  const tool = { id: `${index}`, name: `tide_${index}`, argumentsText: "{}", state: "done", result: "high" } as const;
  return { kind: "call", tool, index };
});
const thought: ThoughtStep = { kind: "thought", text: "So it is high.", from: 9 };

function renderSteps(steps: readonly (CallStep | ThoughtStep)[], isLast: boolean) {
  const props = { sessionId: "chat", messageId: "m", steps, isLive: isLast, isLast };
  render(<ToolCalls {...props} />, { wrapper: WithMessages });
}

test("many finished calls are collapsed, with the reasoning after them", () => {
  renderSteps([...calls, thought], false);
  expect(screen.getByText("Used 5 tools")).toBeVisible();
  expect(screen.getByText("tide_0")).not.toBeVisible();
  expect(screen.getByText("Thought")).not.toBeVisible();
});

test("reasoning after many calls is visible while it lasts", () => {
  renderSteps([...calls, thought], true);
  expect(screen.getByText("So it is high.")).toBeVisible();
  expect(screen.getByText("tide_0")).toBeVisible();
});

test("a call that ran when its tab was closed has stopped, and one that waited was not run", () => {
  const [running, waiting] = (["running", "waiting"] as const).map((state, index): CallStep => {
    return { kind: "call", tool: { id: state, name: state, argumentsText: "{}", state }, index };
  });
  renderSteps([running, waiting] as CallStep[], false);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Stopped/),
    expect.stringMatching(/^Not run/),
  ]);
});
