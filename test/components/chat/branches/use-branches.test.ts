import { titleOfBranch, untitledKeyOf } from "@/components/chat/branches/use-branches";
import type { Branch } from "@/lib/chat/branch-tree";
import type { Message } from "@/lib/chat/message";
import { useChats } from "@/store/chats/chats";
import { sampleMessage } from "../../../support/chat-samples";

function branchFrom(message: Partial<Message>): Branch {
  useChats.setState({ messages: { m1: { ...sampleMessage({ id: "m1", ...message }), sessionId: "s1", seq: 1 } } });
  return { firstId: "m1" } as Branch;
}

test("the title of a reply has no Markdown marks, that of a question stays as written", () => {
  expect(titleOfBranch(branchFrom({ role: "assistant", content: "At **one** in `the` harbour." }))).toBe(
    "At one in the harbour.",
  );
  expect(titleOfBranch(branchFrom({ role: "user", content: "At **one**?" }))).toBe("At **one**?");
  expect(titleOfBranch({ ...branchFrom({}), name: "*Mine*" })).toBe("*Mine*");
});

test("a failed reply without text is named as failed", () => {
  expect(untitledKeyOf(branchFrom({ role: "assistant", content: "", isError: true }))).toBe("several.failed");
  expect(untitledKeyOf(branchFrom({ role: "assistant", content: "" }))).toBe("branches.noText");
});
