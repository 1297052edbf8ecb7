/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { Announcer } from "@/components/chat/announcer";
import { useChats } from "@/store/chats/chats";
import { useTurns } from "@/store/turns/turns";
import { sampleRecord } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

const setInFlight = (replyId?: string) =>
  act(async () => useTurns.setState({ inFlight: replyId === undefined ? {} : { s: replyId } }));

const announced = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

afterEach(() => useChats.setState(useChats.getInitialState(), true));

test.each([
  ["nothing, if it was refused and left no reply", undefined, ""],
  ["that it failed", { isError: true }, "Reply failed"],
  ["that it was stopped", { stopped: true }, "Reply stopped"],
])("the end of a reply announces %s", async (_what, reply, expected) => {
  render(<Announcer sessionId="s" />, { wrapper: WithRouter });
  if (reply) {
    const message = sampleRecord({ id: "r", sessionId: "s", seq: 1, role: "assistant", ...reply });
    useChats.setState({ messages: { r: message } });
  }
  await setInFlight("r");
  expect(announced()).toContain("Reply started");
  await setInFlight();
  expect(announced()).toContain(expected);
  expect(announced()).not.toContain("Reply started");
});
