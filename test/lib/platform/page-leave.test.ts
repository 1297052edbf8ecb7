/** @jest-environment jsdom */
import { onPageLeave } from "@/lib/platform/page-leave";

/** Adds listeners that note their names. Returns the names in the order of their calls, and how to remove them. */
function listen(listeners: readonly (readonly ["change" | "store", string])[]) {
  const called: string[] = [];
  const removals = listeners.map(([step, name]) => onPageLeave(step, () => void called.push(name)));
  return { called, remove: () => removals.forEach((remove) => void remove()) };
}

const leave = () => dispatchEvent(new Event("pagehide"));

test("what changes a store runs before what writes it, in whatever order they were added", () => {
  const { called, remove } = listen([
    ["store", "drafts"],
    ["change", "waiting messages"],
    ["store", "settings"],
    ["change", "a typed name"],
  ]);
  leave();
  remove();
  expect(called).toEqual(["waiting messages", "a typed name", "drafts", "settings"]);
});

test("each listener runs at every leave until it is removed", () => {
  const { called, remove } = listen([["store", "drafts"]]);
  leave();
  leave();
  remove();
  leave();
  expect(called).toEqual(["drafts", "drafts"]);
});

test("a listener that throws does not stop the others", () => {
  const removeFailing = onPageLeave("change", () => {
    throw new Error("no space");
  });
  const { called, remove } = listen([
    ["change", "a typed name"],
    ["store", "drafts"],
  ]);
  leave();
  removeFailing();
  remove();
  expect(called).toEqual(["a typed name", "drafts"]);
});
