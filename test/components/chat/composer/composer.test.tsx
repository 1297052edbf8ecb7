/** @jest-environment jsdom */

import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { resizeWindow } from "@/test/support/jsdom-platform";
// Loaded before, so that the parts are there at once.
import "@/components/chat/composer/composer-parts";
import { Composer } from "@/components/chat/composer/composer";
import { changeMask } from "@/components/chat/settings/change-mask";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useReadingDocuments } from "@/store/chats/reading-documents";
import { useAccess } from "@/store/settings/access";
import { useTurns } from "@/store/turns/turns";
import { sampleSession, usualDefaults } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

const send = jest.fn();

beforeEach(() => {
  localStorage.clear();
  send.mockReset();
  useDrafts.setState(useDrafts.getInitialState(), true);
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" } });
  useChats.getState().hydrate([sampleSession({ id: "s1" })], "s1", usualDefaults);
  useChats.setState(({ threads }) => ({ threads: { ...threads, s1: { ...threads.s1, status: "ready" } as never } }));
  useTurns.setState({ send });
});

async function show() {
  await act(async () => {
    render(<Composer sessionId="s1" />, { wrapper: WithRouter });
  });
}

/** Lets the parts that appear load. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

const pressSend = () => fireEvent.submit(screen.getByRole("form"));

/** Reads a document that is refused: nothing is attached. */
async function refuseDocument(name: string, meanwhile: () => void) {
  let end = () => {};
  act(() => {
    end = useReadingDocuments.getState().start("s1", name).end;
  });
  await settle();
  act(meanwhile);
  act(end);
  await settle();
}

test("a message waits for the documents that are read", async () => {
  await show();
  act(() => useDrafts.getState().change("s1", () => ({ text: "When?" })));
  await refuseDocument("a.pdf", () => {
    pressSend();
    expect(send).not.toHaveBeenCalled();
  });
  expect(send.mock.calls).toEqual([["s1", "When?"]]);
});

test("an empty message that waited for a refused document does not send the next one by itself", async () => {
  await show();
  await refuseDocument("a.pdf", pressSend);
  await refuseDocument("b.pdf", () => useDrafts.getState().change("s1", () => ({ texts: ["b"] })));
  expect(send).not.toHaveBeenCalled();
  pressSend();
  expect(send.mock.calls).toEqual([["s1", "b"]]);
});

test("on a phone, the button of the menu shows that tools and the web search are in use", async () => {
  resizeWindow("phone");
  await show();
  const button = () => screen.getByRole("button", { name: "Add" });
  expect(button()).not.toHaveAttribute("aria-description");
  act(() => changeMask("s1", { plugin: ["weather"], webSearch: true }));
  expect(button()).toHaveAttribute("aria-description", "Tools, 1 chosen, Search the web");
  resizeWindow("desktop");
});

test("a model that makes images shows no buttons for tools and web search, unless they are on", async () => {
  const toolButtons = () =>
    screen
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"))
      .filter((label) => label === "Search the web" || label?.startsWith("Tools"));
  const choose = async (model: string) => {
    const { mask } = sessionOf(useChats.getState(), "s1") ?? sampleSession({ id: "s1" });
    const modelConfig = { ...mask.modelConfig, model, providerName: "OpenAI" };
    act(() => changeMask("s1", { modelConfig, syncGlobalConfig: false }));
    await settle();
  };
  await show();
  await choose("dall-e-3");
  await waitFor(() => expect(toolButtons()).toEqual([]));
  await choose("gpt-4o");
  expect(toolButtons()).toEqual(["Search the web", "Tools"]);
  await choose("dall-e-3");
  act(() => changeMask("s1", { webSearch: true }));
  await settle();
  expect(toolButtons()).toEqual(["Search the web"]);
});
