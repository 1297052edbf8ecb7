/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { OperatorProblems } from "@/components/search/operator-problems";
import type { Project } from "@/lib/chat/project";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { sampleSession } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

const whenRead = jest.fn(async () => {});
jest.mock("@/store/library/projects", () => ({ useProjectList: { whenRead: () => whenRead() } }));

beforeEach(() => {
  useChats.setState({ areAllRead: true, sessions: [sampleSession({ id: "a", tags: ["Spring tide"] })] });
  const project = { id: "p", name: "Ships", order: 0 } as Project;
  useProjects.setState({ byId: new Map([["p", project]]) });
});

const dates = "needs a date such as 2026-03-31, 2026-03, or 2026.";

test.each([
  ["tide tag:SPRING project: ship model:gpt has:code before:2026", []],
  ["tag:neap", ["No tag named “neap”."]],
  ["tag: neap tag:spring tag:ebb", ["No tag named “neap”.", "No tag named “ebb”."]],
  ['project:"Tide tables"', ["No project named “Tide tables”."]],
  ["model:claude", ["No reply is from a model called “claude”."]],
  ["before:soon after:31.3.2026", [`before: ${dates}`, `after: ${dates}`]],
  ["has:video", ["Use has:code to find messages with code."]],
  ["tag:", ["Enter a name after tag:."]],
])("%s", async (words, expected) => {
  await act(async () => render(<OperatorProblems words={words} models={["gpt-4o"]} />, { wrapper: WithRouter }));
  const texts = [...screen.getByRole("status").children].map(({ textContent = "" }) => textContent);
  expect(texts.map((text) => text?.replace(/[\u2066\u2068\u2069]/g, ""))).toEqual(expected);
});

test("a name is isolated from the sentence around it", async () => {
  await act(async () => render(<OperatorProblems words="tag:نوفمبر" models={[]} />, { wrapper: WithRouter }));
  expect(screen.getByRole("status").textContent).toBe("No tag named “\u2068نوفمبر\u2069”.");
});

test("nothing is called unknown before chats, projects and models are read", async () => {
  useChats.setState({ areAllRead: false });
  whenRead.mockReturnValueOnce(new Promise(() => {}));
  const words = "tag:neap project:none model:claude";
  await act(async () => render(<OperatorProblems words={words} models={undefined} />, { wrapper: WithRouter }));
  expect(screen.getByRole("status").textContent).toBe("");
});
