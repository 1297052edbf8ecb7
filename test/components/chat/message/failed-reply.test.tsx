/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { Answer } from "@/components/chat/message/answer";
import type { ReplyErrorKind } from "@/lib/errors";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useTurns } from "@/store/turns/turns";
import { sampleMessage, sampleSession } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

function renderFailed(kind: ReplyErrorKind, providerName = "OpenAI") {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  const error = { kind, message: "", code: "", body: '{"code":"x"}' };
  const message = sampleMessage({ id: "m", role: "assistant", content: "", model: "gpt-5", providerName, error });
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

test("a reply that an invalid extra body kept from being sent links to the field", () => {
  const { id } = useAccess.getState().addEndpoint("Own", "openai");
  renderFailed("extra-body", id);
  expect(screen.getByText(/^This server’s extra body is invalid/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open settings" }).getAttribute("href")).toBe(`/settings#${id}.extraBody`);
});

describe("a reply that reached its token limit", () => {
  const turns = useTurns.getState();
  const retry = jest.fn();
  const continueReply = jest.fn();

  beforeEach(() => useTurns.setState({ ...turns, retry, continueReply }));
  afterEach(() => useTurns.setState(turns));

  const limitNow = () => useChats.getState().sessions[0]?.mask.modelConfig.max_tokens;

  test("before any text is asked for again with twice the limit", async () => {
    renderFailed("token-limit");
    fireEvent.click(await screen.findByRole("button", { name: "Retry with a higher limit (8,000 tokens)" }));
    expect([limitNow(), retry.mock.calls, continueReply.mock.calls]).toEqual([8000, [["s", "m"]], []]);
  });

  test("is continued with twice the limit, if it is the last one", async () => {
    retry.mockClear();
    useChats.setState({ sessions: [sampleSession({ id: "s" })] });
    const message = sampleMessage({ id: "m", role: "assistant", content: "At n", model: "gpt-4o", isCut: true });
    const answer = (isLast: boolean) => <Answer sessionId="s" message={message} previousId="q" isLast={isLast} />;
    const { rerender } = render(answer(false), { wrapper: WithRouter });
    expect(screen.getByText("Cut off at the token limit")).toBeVisible();
    expect(screen.queryByRole("button", { name: /higher limit/ })).toBeNull();
    rerender(answer(true));
    fireEvent.click(await screen.findByRole("button", { name: "Continue with a higher limit (8,000 tokens)" }));
    expect([limitNow(), retry.mock.calls, continueReply.mock.calls]).toEqual([8000, [], [["s", "m"]]]);
  });
});

test("the server's response is collapsed under a chevron like other details", () => {
  const { container } = renderFailed("server");
  expect(container.querySelector("summary")).toHaveTextContent("Server response");
  expect(container.querySelector("summary svg")).toBeInTheDocument();
});
