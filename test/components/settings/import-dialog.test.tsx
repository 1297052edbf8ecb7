/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ImportDialog } from "@/components/settings/import-dialog";
import type { ImportAnswer, ImportReport, ImportRequest } from "@/store/data/import-messages";
import { WithMessages } from "../../support/with-messages";

const report: ImportReport = {
  format: "nextchat",
  documents: {
    "app-config": { fontSize: 18 },
    "project-store": { projects: { p: { name: "Tides" }, q: { name: "Moon" } } },
  },
  chats: { found: 1, added: 1, grown: 0, known: 0 },
  messages: { found: 2, added: 2, known: 0 },
  projectIds: ["p"],
  newDrafts: { one: "half a thought", two: "another" },
  notUnderstood: { count: 0, first: [] },
};

/** A worker thread that reads the file and writes its chats; jsdom has none. */
class ChatsWorker {
  onmessage?: (event: MessageEvent<ImportAnswer>) => void;

  postMessage({ type }: ImportRequest): void {
    const answer: ImportAnswer = type === "read" ? { type, preview: { ok: true, report } } : { type: "written" };
    queueMicrotask(() => this.onmessage?.({ data: answer } as MessageEvent<ImportAnswer>));
  }

  terminate(): void {}
}

const setItem = Storage.prototype.setItem;

beforeEach(() => {
  localStorage.clear();
  Object.assign(globalThis, { Worker: ChatsWorker });
});
afterEach(() => {
  Storage.prototype.setItem = setItem;
});

function openDialog() {
  render(<ImportDialog file={new Blob(["{}"])} name="chats.json" onClose={() => {}} />, { wrapper: WithMessages });
}

test("does not preselect the settings of a file, even on a fresh device", async () => {
  openDialog();
  expect(await screen.findByRole("checkbox", { name: /^Also import settings/ })).not.toBeChecked();
});

test("the projects of the chats are named, and come without the settings", async () => {
  openDialog();
  expect(await screen.findByText(/^These projects come with the chats: /)).toHaveTextContent(/: \u2068Tides\u2069$/);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(localStorage.getItem("project-store")).not.toBeNull());
  expect(JSON.parse(localStorage.getItem("project-store") ?? "").state).toEqual({ projects: { p: { name: "Tides" } } });
  expect(localStorage.getItem("app-config")).toBeNull();
});

test("if the settings exceed the quota, the dialog says that only the chats were imported", async () => {
  localStorage.setItem("unfinished-input-two", "written here");
  openDialog();
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Also import settings/ }));
  Storage.prototype.setItem = function limited(key: string, value: string) {
    if (key === "app-config") throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, key, value);
  };
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The chats were imported, but not the settings, API keys, masks and prompts");
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
  expect(localStorage.getItem("app-config")).toBeNull();
  // Unsent texts come with the chats, and replace none.
  expect(localStorage.getItem("unfinished-input-one")).toBe("half a thought");
  expect(localStorage.getItem("unfinished-input-two")).toBe("written here");
});
