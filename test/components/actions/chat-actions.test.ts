/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import type { ActionContext } from "@/components/actions/action";
import { appActions, chatActions, chatMenuActions } from "@/components/actions/chat-actions";
import * as header from "@/components/actions/header-actions";
import * as toolbar from "@/components/actions/toolbar-actions";
import { shortcuts } from "@/lib/chat/shortcuts";

const context = { sessionId: "a", isPhone: false, t: (key: string) => key } as unknown as ActionContext;

const toolbarActions = [...Object.values(header), ...Object.values(toolbar)].filter(
  (each) => typeof each !== "function",
);
const all = [...new Set([...appActions, ...chatActions, ...chatMenuActions, ...toolbarActions])];

test("each action has a unique id, icon and name", () => {
  expect(all.length).toBeGreaterThan(20);
  for (const values of [all.map(({ id }) => id), all.map(({ label }) => label(context))])
    expect(values.toSorted()).toEqual([...new Set(values)].toSorted());
  expect(new Set(all.map(({ icon }) => icon)).size).toBe(all.length);
});

test("every keyboard shortcut except the palette's own is an action of the palette", () => {
  const offered = [...appActions, ...chatActions].flatMap(({ shortcut }) => shortcut ?? []);
  expect(offered.toSorted()).toEqual(
    Object.keys(shortcuts)
      .filter((id) => id !== "palette")
      .toSorted(),
  );
});
