/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { Answer } from "@/components/chat/message/answer";
import type { ReplyErrorKind } from "@/lib/errors";
import { useChats } from "@/store/chats/chats";
import { sampleMessage, sampleSession } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

function renderFailed(kind: ReplyErrorKind) {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  const error = { kind, message: "", code: "", body: '{"code":"x"}' };
  const message = sampleMessage({ id: "m", role: "assistant", content: "", model: "gpt-5", error });
  return render(<Answer sessionId="s" message={message} previousId="q" isLast />, { wrapper: WithRouter });
}

test("the card of a failed reply has the only Retry", () => {
  renderFailed("server");
  expect(screen.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
  expect(screen.getByRole("toolbar")).not.toContainElement(screen.getByRole("button", { name: "Retry" }));
});

test.each([
  ["rate-limit", true],
  ["overloaded", true],
  ["network", false],
] as const)("an error of the kind %s offers another model: %s", (kind, isOffered) => {
  renderFailed(kind);
  expect(screen.queryByRole("button", { name: "Switch model" }) !== null).toBe(isOffered);
});

test("the server's response is collapsed under a chevron like other details", () => {
  const { container } = renderFailed("server");
  expect(container.querySelector("summary")).toHaveTextContent("Server response");
  expect(container.querySelector("summary svg")).toBeInTheDocument();
});
