/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { renderHook, waitFor } from "@testing-library/react";
import { useExportedChat } from "@/components/export/use-exported-chat";
import { useChats } from "@/store/chats/chats";
import { sampleMessage, sampleSession, usualSettings } from "../../support/chat-samples";
import { WithMessages } from "../../support/with-messages";

const choices = { context: true, reasoning: true, names: true, avatars: true };
const session = sampleSession({ id: "s" });
const question = sampleMessage({ id: "q" });
const replyOf = (id: string, model: string) => sampleMessage({ id, role: "assistant", model });

test.each([
  ["one model wrote", [question, replyOf("a", "gpt-5")], ["gpt-5"]],
  [
    "several models wrote",
    [question, replyOf("a", "gpt-5"), replyOf("b", "o3"), replyOf("c", "gpt-5")],
    ["gpt-5", "o3"],
  ],
  ["no reply is selected", [question], [usualSettings.model]],
])("if %s, the head names them, whatever the chat's stored model", async (_, chosen, models) => {
  useChats.setState({ sessions: [session] });
  const { result } = renderHook(() => useExportedChat(session, chosen, choices), { wrapper: WithMessages });
  await waitFor(() => expect(result.current?.models).toEqual(models));
});
