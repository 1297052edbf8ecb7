/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { BudgetNotice } from "@/components/costs/budget-notice";
import { newProject } from "@/lib/chat/project";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useSpending } from "@/store/costs/spending";
import { useProjects } from "@/store/settings/projects";
import { retryRefused } from "@/store/turns/comparisons";
import { refusesReply, refusesSend } from "@/store/turns/over-budget";
import { useTurns } from "@/store/turns/turns";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { WithRouter } from "../../support/with-router";

jest.mock("@/store/turns/comparisons", () => ({ retryRefused: jest.fn() }));

beforeEach(() =>
  useSpending.setState({ follow: () => () => {}, read() {}, allowed: {}, refused: {}, spent: undefined }),
);
afterEach(() => act(() => useDrafts.setState({ drafts: {}, requestedId: "" })));
afterEach(() => useCostSettings.setState({ budget: undefined }));

async function show(spent: Readonly<Record<string, number>> | undefined, micros: number | undefined) {
  useSpending.setState({ spent });
  useCostSettings.setState({ budget: micros === undefined ? undefined : { currency: "USD", micros } });
  await act(async () => render(<BudgetNotice sessionId="s" />, { wrapper: WithRouter }));
}

test.each([
  ["without a budget", { USD: 9_000_000 }, undefined],
  ["before the month is read", undefined, 1_000_000],
  ["below 80 %", { USD: 799_999 }, 1_000_000],
  ["for another currency", { EUR: 9_000_000 }, 1_000_000],
])("nothing is shown %s", async (_name, spent, budget) => {
  await show(spent as Record<string, number>, budget);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("from 80 % on, the notice warns", async () => {
  await show({ USD: 996_000 }, 1_000_000);
  expect(screen.getByRole("heading").textContent).toBe("99% of this month’s budget is used: $1.00 of $1.00");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "Change budget" }).getAttribute("href")).toBe("/settings#budget");
});

test("at 100 %, a chat can send once", async () => {
  await show({ USD: 2_500_000 }, 1_000_000);
  expect(screen.getByRole("heading").textContent).toBe(
    "This month’s budget is used up: $2.50 of $1.00. Nothing more is sent.",
  );
  fireEvent.click(screen.getByRole("button", { name: "Send this once" }));
  expect(screen.getByRole("status").textContent).toBe("The next message will be sent despite the budget.");
  expect(screen.queryByRole("button")).toBeNull();
  const used: boolean[] = [];
  act(() => {
    for (let turn = 0; turn < 2; turn++) used.push(useSpending.getState().useOnce("s"));
  });
  expect(used).toEqual([true, false]);
});

test("the second click of a double click allows no second call, also if the first reply has ended between them", async () => {
  await show({ USD: 2_500_000 }, 1_000_000);
  fireEvent.click(screen.getByRole("button", { name: "Send this once" }), { detail: 1 });
  act(() => void useSpending.getState().useOnce("s"));
  fireEvent.click(screen.getByRole("button", { name: "Send this once" }), { detail: 2 });
  expect(useSpending.getState().useOnce("s")).toBe(false);
});

test("at 100 %, a message is refused and back in the box, and the button sends it", async () => {
  const draft = { text: "And now?", images: ["data:image/png;base64,AA"], texts: [] };
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  useDrafts.setState({ drafts: { s: draft } });
  await show({ USD: 2_500_000 }, 1_000_000);
  await act(async () => {
    expect(refusesSend("s", "And now?")).toBe(true);
    useDrafts.getState().clear("s");
  });
  expect(useDrafts.getState().drafts.s).toEqual(draft);
  expect(screen.getByRole("status").textContent).toBe("Not sent. Your message is still in the message box.");

  // A message from elsewhere goes into the box.
  await act(async () => expect(refusesSend("s", "From a link")).toBe(true));
  expect(useDrafts.getState().drafts.s?.text).toBe("From a link\n\nAnd now?");

  fireEvent.click(screen.getByRole("button", { name: "Send this once" }));
  expect(useDrafts.getState().requestedId).toBe("s");
  await act(async () => expect(refusesSend("s", "And now?")).toBe(false));
});

test("at 100 %, a refused retry has a text of its own, and the button retries", async () => {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  useDrafts.setState({ drafts: { s: { text: "Not yet", images: [], texts: [] } } });
  await show({ USD: 2_500_000 }, 1_000_000);
  const again = jest.fn();
  const model = { model: "gpt-4o", providerName: "OpenAI" };
  await act(async () => expect(refusesReply("s", model, again)).toBe(true));
  expect(screen.getByRole("status").textContent).toBe("Not sent. No new reply was requested.");
  fireEvent.click(screen.getByRole("button", { name: "Send this once" }));
  expect(again).toHaveBeenCalledTimes(1);
  expect(useDrafts.getState().requestedId).toBe("");
  expect(refusesReply("s", model, again)).toBe(false);
});

test("before 100 %, a retry that replies under way leave no money for can be sent once", async () => {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  await show({ USD: 900_000 }, 1_000_000);
  const again = jest.fn();
  act(() => useSpending.getState().refuse("s", { kind: "reply", again }));
  expect(screen.getByRole("status").textContent).toBe("Not sent. No new reply was requested.");
  fireEvent.click(screen.getByRole("button", { name: "Send this once" }));
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("status").textContent).toBe("The next message will be sent despite the budget.");
});

test("once the message box is empty, the notice does not speak of a message in it", async () => {
  useChats.setState({ sessions: [sampleSession({ id: "s" })] });
  useDrafts.setState({ drafts: { s: { text: "And now?", images: [], texts: [] } } });
  await show({ USD: 2_500_000 }, 1_000_000);
  await act(async () => expect(refusesSend("s", "And now?")).toBe(true));
  expect(screen.getByRole("status").textContent).toBe("Not sent. Your message is still in the message box.");
  act(() => useDrafts.getState().clear("s"));
  expect(screen.queryByRole("status")).toBeNull();
});

test("with a budget of 0, nothing is sent and no share is computed", async () => {
  await show({}, 0);
  expect(screen.getByRole("heading").textContent).toBe(
    "This month’s budget is used up: $0.00 of $0.00. Nothing more is sent.",
  );
});

describe("the budget of the chat's project", () => {
  const showProject = async (spent: number, all?: { readonly spent: number; readonly budget: number }) => {
    const project = newProject({ id: "p", name: "Tides", now: 1, others: [] });
    useProjects.setState({ byId: new Map([["p", { ...project, budget: { currency: "USD", micros: 1_000_000 } }]]) });
    useChats.setState({ sessions: [{ ...sampleSession({ id: "s" }), projectId: "p" }] });
    useSpending.setState({ spentByProject: new Map([["p", { USD: spent }]]) });
    await show({ USD: all?.spent ?? spent }, all?.budget);
  };
  afterEach(() =>
    act(() => {
      useProjects.setState({ byId: new Map() });
      useSpending.setState({ spentByProject: new Map() });
    }),
  );

  test("warns from 80 % on, and opens the editor of the project", async () => {
    await showProject(830_000);
    expect(screen.getByRole("heading").textContent).toBe("83% of this month’s budget of Tides is used: $0.83 of $1.00");
    fireEvent.click(screen.getByRole("button", { name: "Change budget" }));
    expect(useUi.getState().dialog?.content).toEqual({ kind: "project", projectId: "p" });
  });

  test("is shown before that of all chats if it alone is spent", async () => {
    await showProject(1_500_000, { spent: 1_700_000, budget: 2_000_000 });
    expect(screen.getByRole("heading").textContent).toBe(
      "This month’s budget of Tides is used up: $1.50 of $1.00. Nothing more is sent.",
    );
    expect(screen.getByRole("button", { name: "Send this once" })).toBeTruthy();
  });

  test("is hidden below 80 %", async () => {
    await showProject(799_999);
    expect(screen.queryByRole("heading")).toBeNull();
  });
});

test("in a comparison, the models that the budget has refused are asked again", async () => {
  const error = { kind: "budget", code: null, message: "" } as const;
  const compared = { role: "assistant", comparison: "c1", column: 0, isError: true, error } as const;
  const answer = sampleRecord({ id: "a", sessionId: "s", seq: 2, ...compared });
  useChats.setState({ messages: { a: answer }, threads: { s: { status: "ready", ids: ["a"], asides: {} } as never } });
  const retry = jest.spyOn(useTurns.getState(), "retry");
  await show({ USD: 2_500_000 }, 1_000_000);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send this once" })));
  expect(useSpending.getState().allowed).toEqual({ s: true });
  expect(jest.mocked(retryRefused).mock.calls).toEqual([[useTurns.getState().context, "s"]]);
  expect(retry).not.toHaveBeenCalled();
});
