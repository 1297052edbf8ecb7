/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { ExportDialog } from "@/components/export/export-dialog";
import { MessagePicker } from "@/components/export/message-picker";
import type { ChatSession } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { sampleMessage, sampleRecord, sampleSession } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

const messages = ["one", "two", "three"].map((id, seq) =>
  sampleRecord({ id, sessionId: "s", seq, content: `Message ${id}` }),
);

/** Opens the dialog for a chat of three messages. */
async function open(chat: Partial<ChatSession>, messageIds?: readonly string[]) {
  useChats.setState({
    sessions: [sampleSession({ id: "s", messageCount: 3, ...chat })],
    threads: { s: { ids: messages.map(({ id }) => id), state: "loaded" } as never },
    messages: Object.fromEntries(messages.map((message) => [message.id, message])),
  });
  await act(async () => {
    render(<ExportDialog sessionId="s" messageIds={messageIds} open onClose={() => {}} />, { wrapper: WithRouter });
  });
}

const count = () => screen.getByText(/selected$/).textContent;
const include = () => screen.queryByRole("button", { name: "Include earlier messages" });

afterEach(() => useChats.setState(useChats.getInitialState(), true));

test("says that messages before the cleared context are not exported, and includes them on request", async () => {
  await open({ clearContextIndex: 2 });
  expect(screen.getByText(/Only messages after the last cleared context are shown\./)).toBeVisible();
  expect(count()).toBe("1 of 1 selected");
  await act(async () => fireEvent.click(include() as HTMLElement));
  expect(count()).toBe("3 of 3 selected");
  expect(include()).toBeNull();
});

test("shows no note without a cleared context", async () => {
  await open({});
  expect([count(), include()]).toEqual(["3 of 3 selected", null]);
});

test("a message before the cleared context that was selected in the chat is exported", async () => {
  await open({ clearContextIndex: 2 }, ["one", "three"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Back" })));
  expect(count()).toBe("2 of 3 selected");
});

test("the list of messages shows their texts without Markdown marks", async () => {
  await open({});
  const [first] = messages;
  await act(async () =>
    useChats.setState(({ messages }) => ({
      messages: { ...messages, one: { ...first, content: "## The **tides**" } as never },
    })),
  );
  expect(screen.getByRole("checkbox", { name: /: The tides$/ })).toBeInTheDocument();
});

test("the preview says whether pinned messages are in the export", async () => {
  const { mask } = sampleSession({ id: "s" });
  await open(
    { mask: { ...mask, context: [sampleRecord({ id: "pin", sessionId: "s", seq: 0, content: "Spring tides" })] } },
    ["one"],
  );
  expect(screen.getByText(/^Pinned messages and prompts come first\./)).toBeVisible();
  await act(async () => fireEvent.click(screen.getByRole("checkbox", { name: "Include context" })));
  expect(screen.getByText(/^Pinned messages and prompts aren’t included\./)).toBeVisible();
});

test("the preview does not mention pinned messages without any", async () => {
  await open({}, ["one"]);
  expect(screen.queryByText(/Pinned messages/)).toBeNull();
});

test.each([
  [4, false],
  [5, true],
])("of %i messages, the latest 4 can be selected: %s", async (messageCount, isOffered) => {
  const some = Array.from({ length: messageCount }, (_, index) => sampleMessage({ id: `m${index}` }));
  render(<MessagePicker messages={some} chosen={new Set()} onChoose={() => {}} />, { wrapper: WithRouter });
  expect(screen.queryByRole("button", { name: "Latest 4" }) !== null).toBe(isOffered);
});
