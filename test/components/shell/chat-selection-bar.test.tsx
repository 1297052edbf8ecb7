/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ChatSelectionBar } from "@/components/shell/chat-selection-bar";
import { useUi } from "@/store/base/ui";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { sampleSession } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

test("only stored chats of a selection are moved to a project", async () => {
  useChats.setState({ sessions: [sampleSession({ id: "a" }), sampleSession({ id: "b", isTemporary: true })] });
  useChatList.setState({ chosen: { b: true } });
  const openDialog = jest.fn();
  useUi.setState({ openDialog });
  render(<ChatSelectionBar isNarrow={false} />, { wrapper: WithRouter });
  await userEvent.click(screen.getByRole("button", { name: "Move to project" }));
  expect(openDialog).not.toHaveBeenCalled();
  act(() => useChatList.setState({ chosen: { a: true, b: true } }));
  await userEvent.click(screen.getByRole("button", { name: "Move to project" }));
  expect(openDialog.mock.calls).toEqual([[{ kind: "move-to-project", sessionIds: ["a"] }]]);
});
