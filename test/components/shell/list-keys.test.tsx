/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { useListKeys } from "@/components/shell/use-list-keys";
import { useListeners } from "@/components/ui/use-listeners";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { listRows } from "@/store/chats/list-rows";
import { useProjectList } from "@/store/library/projects";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

function List() {
  const list = useRef<HTMLUListElement>(null);
  const { press } = useListKeys({ list, reveal() {}, openMenu() {} });
  useListeners(list, { keydown: press });
  return (
    <ul ref={list}>
      {listRows().map(({ id }) => (
        <li key={id} data-id={id}>
          <a href="/">{id}</a>
        </li>
      ))}
    </ul>
  );
}

beforeEach(async () => {
  await useProjectList.whenRead();
  act(() => {
    useProjectList.getState().hydrate({ projects: { p: { id: "p", name: "Tides" } } });
    useProjectList.getState().setFolded("p", true);
    const chats = [
      sampleSession({ id: "a", pinned: true, order: 3 }),
      sampleSession({ id: "b", order: 2 }),
      sampleSession({ id: "c", order: 1 }),
    ];
    useChats.getState().hydrate(chats, "a", usualDefaults);
    useChatList.getState().endSelection();
  });
  render(<List />, { wrapper: WithRouter });
});

const press = (name: string, key: string) =>
  fireEvent.keyDown(screen.getByRole("link", { name }), { key, shiftKey: true, bubbles: true });
const chosen = () => Object.keys(useChatList.getState().chosen ?? {}).sort();

test("a range with Shift passes over the row of a project", () => {
  press("a", "ArrowDown");
  expect(chosen()).toEqual(["a"]);
  expect(screen.getByRole("link", { name: "project:p" })).toHaveFocus();
  press("project:p", "ArrowDown");
  expect(chosen()).toEqual(["a", "b"]);
});

test("a range that ends on the row of a project has the chats before it", () => {
  press("c", "ArrowUp");
  press("b", "ArrowUp");
  expect(chosen()).toEqual(["b", "c"]);
  expect(screen.getByRole("link", { name: "project:p" })).toHaveFocus();
});

test("a range that begins at the row of a project has the chats after it", () => {
  press("project:p", "End");
  expect(chosen()).toEqual(["b", "c"]);
});
