/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { ReplyAvatar } from "@/components/chat/session-avatar";
import { useChats } from "@/store/chats/chats";
import { sampleSession } from "../../support/chat-samples";
import { WithMessages } from "../../support/with-messages";

test("shows the mask's emoji beside replies, or the tile of the model's family", () => {
  const session = sampleSession({ id: "s" });
  useChats.setState({ sessions: [{ ...session, mask: { ...session.mask, avatar: "1f98a" } }] });
  const { container } = render(<ReplyAvatar sessionId="s" model="gpt-4o" />, { wrapper: WithMessages });
  expect(screen.getByText("🦊")).toBeInTheDocument();
  act(() => useChats.setState({ sessions: [{ ...session, mask: { ...session.mask, avatar: "gpt-bot" } }] }));
  expect(container.querySelector("[data-f]")?.getAttribute("data-f")).toBe("gpt");
});
