/** @jest-environment jsdom */
import userEvent from "@testing-library/user-event";
import { copyText } from "@/lib/platform/clipboard";

// jsdom has neither kind of clipboard: user-event brings the newer one, `stand` the older.
const newer = userEvent.setup.bind(userEvent);

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
  document.body.replaceChildren();
});

/** Gives the page an older clipboard and answers what is copied into it: the selected text, with its place. */
function stand(answer: () => boolean) {
  const copied: { text: string; parent: string | undefined }[] = [];
  Object.defineProperty(document, "execCommand", {
    configurable: true,
    value: (command: string) => {
      const area = document.activeElement;
      if (command === "copy" && area instanceof HTMLTextAreaElement) {
        const text = area.value.slice(area.selectionStart, area.selectionEnd);
        copied.push({ text, parent: area.parentElement?.tagName });
      }
      return answer();
    },
  });
  return copied;
}

function focusedInput(): HTMLInputElement {
  const input = document.createElement("input");
  document.body.append(input);
  input.focus();
  return input;
}

test("copies through the Clipboard API if it exists", async () => {
  newer();
  await copyText("Low tide.\n");
  expect(await navigator.clipboard.readText()).toBe("Low tide.\n");
});

test("without the API, copies through a temporary text area and restores the focus", async () => {
  const copied = stand(() => true);
  const input = focusedInput();
  await copyText("Low\ntide.");
  expect(copied).toEqual([{ text: "Low\ntide.", parent: "BODY" }]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(input);
});

test("places the text area inside an open dialog, where it can be selected", async () => {
  const copied = stand(() => true);
  const dialog = document.createElement("dialog");
  dialog.open = true;
  document.body.append(dialog);
  await copyText("Low tide.");
  expect(copied).toEqual([{ text: "Low tide.", parent: "DIALOG" }]);
});

test.each([
  ["is missing", undefined],
  ["refuses", () => false],
  [
    "throws",
    () => {
      throw new Error("denied");
    },
  ],
])("if execCommand %s as well, throws a copy error and leaves nothing behind", async (_name, answer) => {
  if (answer) stand(answer);
  const input = focusedInput();
  await expect(copyText("Low tide.")).rejects.toMatchObject({ code: "clipboard" });
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(input);
});
