/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { WaitingCall } from "@/components/tools/tool-request";
import type { RequestField, ToolRequest } from "@/lib/chat/tool-request";
import { useToolRequests } from "@/store/tools/tool-requests";
import { WithMessages } from "../../support/with-messages";

const tool = { source: { kind: "mcp", id: "1", name: "Trips" }, host: "trips.test" } as const;
const shared = { description: "", isRequired: false };
const fields: readonly RequestField[] = [
  { ...shared, name: "name", title: "Name", isRequired: true, kind: "text", minLength: 2, maxLength: 9, default: "" },
  { ...shared, name: "age", title: "Age", kind: "number", isInteger: true, min: 18, default: 30 },
  { ...shared, name: "agrees", title: "I agree", kind: "boolean", default: false },
  {
    ...{ ...shared, name: "seat", title: "Seat", kind: "choice", default: "w" },
    options: [
      { value: "w", label: "Window" },
      { value: "a", label: "Aisle" },
    ],
  },
  {
    ...{ ...shared, name: "extras", title: "Extras", kind: "choices", min: 0, max: 1, default: [] },
    options: [
      { value: "bag", label: "Bag" },
      { value: "pet", label: "Pet" },
    ],
  },
];
const form: ToolRequest = { type: "form", message: "<b>Who</b> travels?", fields };

/** Renders a waiting request; returns the user's reply. */
function renderRequest(request: ToolRequest) {
  let id = "";
  const { signal } = new AbortController();
  const reply = useToolRequests.getState().ask(tool, { request, signal, onWaiting: (waiting) => (id = waiting) });
  const { container } = render(<WaitingCall id={id} />, { wrapper: WithMessages });
  return { reply, container };
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a form shows who asks, its text as it is, and sends typed values", async () => {
  const { reply, container } = renderRequest(form);
  expect(screen.getByRole("region", { name: "Trips (trips.test) asks for information" })).toBeInTheDocument();
  expect(screen.getByText("<b>Who</b> travels?")).toBeInTheDocument();
  expect(container.querySelector("b")).toBeNull();
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ada");
  await userEvent.click(screen.getByRole("checkbox", { name: "I agree" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Seat" }), "Aisle");
  await userEvent.click(screen.getByRole("checkbox", { name: "Pet" }));
  await press("Send");
  expect(await reply).toEqual({
    action: "accept",
    values: { name: "Ada", age: 30, agrees: true, seat: "a", extras: ["pet"] },
  });
  expect(useToolRequests.getState().requests).toEqual({});
});

test("an invalid form is not sent; the first wrong field gets the focus and its problem as description", async () => {
  renderRequest(form);
  await userEvent.clear(screen.getByRole("textbox", { name: "Age" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Age" }), "7");
  expect(screen.queryByText("Fill in this field.")).toBeNull();
  await press("Send");
  const name = screen.getByRole("textbox", { name: "Name" });
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription("Fill in this field.");
  expect(screen.getByRole("textbox", { name: "Age" })).toHaveAccessibleDescription("Minimum: 18");
  expect(Object.keys(useToolRequests.getState().requests)).toHaveLength(1);
});

test.each([
  ["Decline", "decline"],
  ["Cancel", "cancel"],
])("%s ends the request", async (button, action) => {
  const { reply } = renderRequest(form);
  await press(button);
  expect(await reply).toEqual({ action });
});

test("a page opens only by the user's click, in a new tab without access to this one", async () => {
  const open = jest.fn();
  Object.assign(window, { open });
  const { reply } = renderRequest({ type: "link", message: "Pay", url: "https://bank.test/pay?id=1" });
  expect(screen.getByText("https://bank.test/pay?id=1")).toBeInTheDocument();
  expect(open).not.toHaveBeenCalled();
  await press("Open bank.test");
  expect(open.mock.calls).toEqual([["https://bank.test/pay?id=1", "_blank", "noopener,noreferrer"]]);
  expect(await reply).toEqual({ action: "accept" });
});

const completion: ToolRequest = {
  type: "completion",
  systemPrompt: "Be brief",
  messages: [
    { role: "user", text: '{"a":1}' },
    { role: "assistant", text: "Yes" },
  ],
  maxTokens: 500,
};

test.each([
  ["Allow once", "accept"],
  ["Deny", "decline"],
])("a request to the model shows all that is sent; %s", async (button, action) => {
  const { reply } = renderRequest(completion);
  expect(screen.getByRole("region", { name: "System prompt" })).toHaveTextContent("Be brief");
  expect(screen.getByRole("region", { name: "You" })).toHaveTextContent('{"a":1}');
  expect(screen.getByRole("region", { name: "Assistant" })).toHaveTextContent("Yes");
  expect(screen.getByText(/^The model gets only this text\. .* trips\.test .* 500 /)).toBeInTheDocument();
  await press(button);
  expect(await reply).toEqual({ action });
});
