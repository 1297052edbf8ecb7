/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { cleanup, render, screen } from "@testing-library/react";
import { Answer } from "@/components/chat/message/answer";
import type { Message } from "@/lib/chat/message";
import { newProject } from "@/lib/chat/project";
import type { ChatSession } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useProjects } from "@/store/settings/projects";
import { sampleMessage, sampleSession } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

function renderReply(given: Partial<Message>, chat: Partial<ChatSession> = {}) {
  useChats.setState({ sessions: [sampleSession({ id: "s", ...chat })] });
  const message = sampleMessage({ id: "m", role: "assistant", content: "High water.", model: "gpt-5", ...given });
  return render(<Answer sessionId="s" message={message} previousId="q" isLast />, { wrapper: WithRouter });
}

// The code of the notice is loaded on use, which can take long on a busy computer.
const loading = { timeout: 20_000 };

test("a reply names the tools that its model did not get", async () => {
  renderReply({ missingTools: { sources: ["Tides", "Maps"], beyondLimit: ["wind", "rain"], more: 3 } });
  expect(await screen.findByText("Couldn’t be reached: Tides, Maps", {}, loading)).toBeInTheDocument();
  expect(screen.getByText("Over the limit of 128 tools: wind, rain +3")).toBeInTheDocument();
}, 30_000);

test.each([
  [{ outputTokens: 12, cachedInputTokens: 5120 }, " · 12 tokens · 5,120 from cache"],
  [{ outputTokens: 12, cachedInputTokens: 0 }, " · 12 tokens"],
])("a reply with the usage %j shows %p", (usage, text) => {
  renderReply({ usage });
  expect(screen.getByRole("toolbar")).toHaveTextContent(text.trim());
  expect(screen.getByRole("toolbar").textContent?.includes("from cache")).toBe(usage.cachedInputTokens > 0);
});

describe("the line under a reply of unknown cost", () => {
  afterEach(() => {
    cleanup();
    useCostSettings.setState({ budget: undefined });
    useProjects.setState({ byId: new Map() });
  });

  const budget = { currency: "USD", micros: 1_000_000 };
  const line = () => screen.getByRole("toolbar").textContent;

  test("does not name the cost", () => {
    renderReply({ cost: { kind: "unknown" } });
    expect(line()).not.toContain("cost");
  });

  test("names it if the month has a budget", () => {
    useCostSettings.setState({ budget });
    renderReply({ cost: { kind: "unknown" } });
    expect(line()).toContain(" · cost unknown");
  });

  test("names it if the project of the chat has a budget", () => {
    const project = { ...newProject({ id: "p", name: "Tides", now: 0, others: [] }), budget };
    useProjects.setState({ byId: new Map([["p", project]]) });
    renderReply({ cost: { kind: "unknown" } }, { projectId: "p" });
    expect(line()).toContain(" · cost unknown");
  });
});

test("the line under a reply shows a known cost", () => {
  renderReply({ cost: { kind: "exact", currency: "USD", micros: 20_000 } });
  expect(screen.getByRole("toolbar")).toHaveTextContent("· $0.02");
});
