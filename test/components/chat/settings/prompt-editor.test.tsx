/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useReducer } from "react";
import { PromptEditor } from "@/components/chat/settings/prompt-editor";
import { type Message, textOf } from "@/lib/chat/message";
import { changePrompts } from "@/lib/chat/prompt-list";
import { sampleMessage } from "../../../support/chat-samples";
import { WithMessages } from "../../../support/with-messages";

const picture = { type: "image_url", image_url: { url: "data:," } } as const;
const three = [
  sampleMessage({ id: "a", role: "system", content: "Be brief." }),
  sampleMessage({ id: "b", content: [{ type: "text", text: "What is this?" }, picture] }),
  sampleMessage({ id: "c", role: "assistant", content: "A tide pole." }),
];

interface OwnerProps {
  readonly messages: readonly Message[];
  readonly hidden: number;
  readonly onList: (list: readonly Message[]) => void;
}

function Owner({ messages, hidden, onList }: OwnerProps) {
  const [list, change] = useReducer(changePrompts, messages);
  useEffect(() => onList(list), [list, onList]);
  return <PromptEditor messages={list} onChange={change} label="Prompts" addLabel="Add prompt" hidden={hidden} />;
}

/** Draws the editor over a list of its own; returns the list as it is now. */
function edit(messages: readonly Message[], hidden = 0) {
  let now = messages;
  const onList = (list: readonly Message[]) => {
    now = list;
  };
  render(<Owner messages={messages} hidden={hidden} onList={onList} />, { wrapper: WithMessages });
  return { user: userEvent.setup(), now: () => now, ids: () => now.map(({ id }) => id).join("") };
}

test("shows each message's role and text, and keeps its image when the text changes", async () => {
  const { user, now } = edit(three);
  expect(screen.getByRole("combobox", { name: "Role of message 1" })).toHaveDisplayValue("System");
  expect(within(screen.getAllByRole("listitem")[1] as HTMLElement).getByText("1 image")).toBeInTheDocument();
  await user.selectOptions(screen.getByRole("combobox", { name: "Role of message 1" }), "User");
  await user.type(screen.getByRole("textbox", { name: "Text of message 2" }), " Say.");
  expect(now()).toStrictEqual([
    { ...three[0], role: "user" },
    { ...three[1], content: [{ type: "text", text: "What is this? Say." }, picture] },
    three[2],
  ]);
});

test("an added message is the user's, empty and focused: at the end or below another", async () => {
  const { user, now } = edit(three);
  await user.click(screen.getByRole("button", { name: "Insert below message 1" }));
  await user.keyboard("Second");
  await user.click(screen.getByRole("button", { name: "Add prompt" }));
  await user.keyboard("Last");
  expect(now().map((message) => [message.role, textOf(message)])).toEqual([
    ["system", "Be brief."],
    ["user", "Second"],
    ["user", "What is this?"],
    ["assistant", "A tide pole."],
    ["user", "Last"],
  ]);
});

test("after a removal, focuses the next text, then the previous one, then the add button", async () => {
  const { user, ids } = edit(three);
  await user.click(screen.getByRole("button", { name: "Remove message 2" }));
  expect(screen.getByDisplayValue("A tide pole.")).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Remove message 2" }));
  expect(screen.getByDisplayValue("Be brief.")).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Remove message 1" }));
  expect(screen.getByRole("button", { name: "Add prompt" })).toHaveFocus();
  expect(ids()).toBe("");
  expect(screen.queryByRole("list")).toBeNull();
});

test("arrow keys on a handle move its message and the focus, and announce the new position", async () => {
  const { user, ids } = edit(three);
  act(() => screen.getByRole("button", { name: "Move message 1" }).focus());
  await user.keyboard("{ArrowDown}");
  expect(ids()).toBe("bac");
  expect(screen.getByRole("button", { name: "Move message 2" })).toHaveFocus();
  expect(screen.getByRole("status")).toHaveTextContent("Moved to 2 of 3");
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(ids()).toBe("bca");
  await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
  expect(ids()).toBe("abc");
});

test("in a text, arrow keys move the cursor, and with Alt+Shift the message", async () => {
  const { user, ids } = edit(three);
  await user.click(screen.getByRole("textbox", { name: "Text of message 3" }));
  await user.keyboard("{ArrowUp}");
  expect(ids()).toBe("abc");
  await user.keyboard("{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}");
  expect(ids()).toBe("acb");
});

test("messages that are not rendered keep their positions, and rendered ones their numbers", async () => {
  const { user, ids } = edit(three, 1);
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  act(() => screen.getByRole("button", { name: "Move message 3" }).focus());
  await user.keyboard("{ArrowUp}");
  expect(ids()).toBe("acb");
  await user.keyboard("{ArrowUp}");
  expect(ids()).toBe("acb");
});
