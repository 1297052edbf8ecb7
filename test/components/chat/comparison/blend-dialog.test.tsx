/** @jest-environment jsdom */
import "../../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { BlendDialog } from "@/components/chat/comparison/blend-dialog";
import { useSettings } from "@/store/settings/settings";
import { blend } from "@/store/turns/blend";
import { sampleMessage } from "../../../support/chat-samples";
import { WithRouter } from "../../../support/with-router";

let isTemporary = false;
jest.mock("@/store/chats/is-temporary", () => ({ isTemporary: () => isTemporary }));
jest.mock("@/store/turns/blend", () => ({ blend: jest.fn(async () => {}), blendRequest: () => undefined }));

beforeEach(() => {
  isTemporary = false;
  jest.mocked(blend).mockClear();
  useSettings.setState({ blendPrompt: "" });
});

const replies = [
  sampleMessage({ id: "a", role: "assistant", content: "One.", model: "tide-1" }),
  sampleMessage({ id: "b", role: "assistant", content: "Two.", model: "tide-2" }),
  sampleMessage({ id: "c", role: "assistant", content: "Thr", model: "tide-3", stopped: true }),
];

async function show() {
  const onClose = jest.fn();
  const labelOf = ({ model = "" }) => model;
  await act(async () =>
    render(<BlendDialog sessionId="s" replies={replies} labelOf={labelOf} onClose={onClose} />, {
      wrapper: WithRouter,
    }),
  );
  return onClose;
}
const prompt = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" });
const write = () => screen.getByRole("button", { name: "Write" });
const type = (value: string) => fireEvent.change(prompt(), { target: { value } });

test("complete replies are selected, and two are needed", async () => {
  const onClose = await show();
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, false]);
  fireEvent.click(boxes[0] as HTMLElement);
  fireEvent.click(write());
  expect([onClose.mock.calls.length, jest.mocked(blend).mock.calls.length]).toEqual([0, 0]);
  fireEvent.click(boxes[2] as HTMLElement);
  fireEvent.click(write());
  expect(onClose).toHaveBeenCalledTimes(1);
  const [, sessionId, choice] = jest.mocked(blend).mock.calls[0] ?? [];
  expect([sessionId, choice?.replyIds, choice?.prompt]).toEqual(["s", ["b", "c"], prompt().value]);
});

test("the edited prompt is remembered, and the default is not stored", async () => {
  await show();
  const standard = prompt().value;
  expect(standard).toMatch(/^Several models answered/);
  type("Join them.");
  fireEvent.click(write());
  expect(useSettings.getState().blendPrompt).toBe("Join them.");
  fireEvent.click(screen.getByRole("button", { name: "Reset prompt" }));
  expect(prompt().value).toBe(standard);
  fireEvent.click(write());
  expect(useSettings.getState().blendPrompt).toBe("");
});

test("a dialog begins with the prompt of the last one", async () => {
  useSettings.setState({ blendPrompt: "Join them." });
  await show();
  expect(prompt().value).toBe("Join them.");
});

test("in a temporary chat, the prompt is not stored", async () => {
  isTemporary = true;
  await show();
  type("Join them.");
  fireEvent.click(write());
  expect([useSettings.getState().blendPrompt, jest.mocked(blend).mock.calls.length]).toEqual(["", 1]);
});
