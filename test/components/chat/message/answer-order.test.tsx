/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { Answer } from "@/components/chat/message/answer";
import type { Message } from "@/lib/chat/message";
import { useChats } from "@/store/chats/chats";
import { sampleMessage, sampleSession } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

beforeAll(async () => {
  await import("@/components/markdown/markdown-blocks");
  await import("@/components/tools/tool-calls");
});

async function renderReply(fields: Partial<Message>) {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  const message = sampleMessage({ id: "m", role: "assistant", model: "claude-opus-5", ...fields });
  render(<Answer sessionId="s" message={message} previousId="q" isLast />, { wrapper: WithRouter });
  await act(async () => {});
  const text = screen.getByRole("article").textContent ?? "";
  return (words: readonly string[]) => words.toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
}

const call = { id: "c", name: "tide_table", argumentsText: "{}", state: "done" } as const;

test("a reply shows its text, its tool calls and its reasoning in the order in which the model wrote them", async () => {
  const inOrder = await renderReply({
    content: "I look.\n\nIt is high.",
    reasoning: "First.\n\nThen.",
    reasoningMs: 4000,
    tools: [{ ...call, textBefore: 7 }],
    thoughtParts: [{ start: 8, textBefore: 7, callsBefore: 1 }],
  });
  const words = ["Thought for 4 s", "I look.", "tide_table", "It is high."];
  expect(inOrder(words.toReversed())).toEqual(words);
  expect(screen.getAllByText(/^Thought/)).toHaveLength(2);
});

test("a reply is thinking only while reasoning is its last part", async () => {
  const thoughtParts = [{ start: 8, textBefore: 0, callsBefore: 1 }];
  await renderReply({
    ...{ content: "", streaming: true, reasoning: "First.\n\nThen.", reasoningMs: 4000, thoughtParts },
    tools: [call],
  });
  expect(screen.getByText("Thought for 4 s")).toBeVisible();
  expect(screen.getByText(/^Thinking/)).toBeVisible();
  expect(screen.getByText("Then.")).toBeVisible();
});
