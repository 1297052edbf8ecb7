/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { DocumentPanel } from "@/components/chat/documents/document-panel";
import { useChats } from "@/store/chats/chats";
import { useViewedDocument } from "@/store/chats/viewed-document";
import { WithMessages } from "../../../support/with-messages";

jest.mock("@/store/chats/read-document-text", () => ({
  readDocumentText: async () => "## Page 1\n\nEbb at six.\n\n## Page 2\n\nFlood at noon.\n\n## Page 3\n\nFog.",
}));
jest.mock("@/components/use-screen-path", () => ({ useScreenPath: () => "/chat" }));

let isWide = true;
let resize = () => {};
jest.mock("@/components/chat/documents/use-viewer-width", () => {
  const { useReducer } = jest.requireActual<typeof import("react")>("react");
  return {
    useIsWide() {
      [, resize] = useReducer((count: number) => count + 1, 0);
      return isWide;
    },
  };
});

const stored = { id: "a".repeat(64), pages: 3, tokens: 9, sent: "whole" };
const open = (sessionId: string) =>
  useViewedDocument.getState().open({
    sessionId,
    name: "a.md",
    document: stored,
    label: "2",
    statement: "When is flood?",
    opener: document.createElement("button"),
  });

async function show() {
  render(<DocumentPanel />, { wrapper: WithMessages });
  await act(async () => {});
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Go to page" });

beforeEach(() => {
  isWide = true;
  useChats.setState({ currentId: "chat-a" });
});

test("a document opens beside its chat, and closes with it", async () => {
  open("chat-a");
  await show();
  expect(screen.getByRole("complementary", { name: "a.md" })).toBeTruthy();
  await act(async () => useChats.setState({ currentId: "chat-b" }));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(useViewedDocument.getState().view).toBeUndefined();
});

test("a document of another chat does not open", async () => {
  open("chat-b");
  await show();
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(useViewedDocument.getState().view).toBeUndefined();
});

test("the page that is read stays when the layout changes, and another citation changes it", async () => {
  open("chat-a");
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(field().value).toBe("3");
  isWide = false;
  await act(async () => resize());
  expect(screen.getByRole("dialog", { name: "a.md" })).toBeTruthy();
  expect([field().value, screen.getByText("Fog.").textContent]).toEqual(["3", "Fog."]);
  await act(async () => open("chat-a"));
  expect([field().value, screen.getByText("Flood at noon.").tagName]).toEqual(["2", "MARK"]);
});
