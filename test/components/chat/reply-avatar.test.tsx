/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { ReplyAvatar, SessionAvatar } from "@/components/chat/session-avatar";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
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

test("shows a chat with the tile of the model that it uses now", () => {
  const session = sampleSession({ id: "s" });
  const modelConfig = { ...session.mask.modelConfig, model: "gpt-4o" };
  const mask = { ...session.mask, avatar: "gpt-bot", modelConfig, syncGlobalConfig: true };
  useChats.setState({ sessions: [{ ...session, mask }] });
  const access = useAccess.getState();
  const endpoint = { ...access.addEndpoint("Own", "openai"), models: ["llama-3.3-70b"] };
  access.changeEndpoint(endpoint);
  access.setValue(customEndpoint(endpoint), "url", "http://127.0.0.1:8080");
  useSettings.getState().setModelConfig({ model: "llama-3.3-70b", providerName: endpoint.boundName });
  const { container } = render(<SessionAvatar session={{ ...session, mask }} />, { wrapper: WithMessages });
  expect(container.querySelector("[data-f]")?.getAttribute("data-f")).toBe("llama");
});
