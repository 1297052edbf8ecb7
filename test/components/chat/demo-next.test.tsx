/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DemoNext } from "@/components/chat/demo-next";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { useTurns } from "@/store/turns/turns";
import { sampleSession } from "../../support/chat-samples";
import { WithMessages } from "../../support/with-messages";

const initialAccess = useAccess.getState();
const initialTurns = useTurns.getState();

beforeEach(() => {
  useChats.setState({
    sessions: [{ ...sampleSession({ id: "s" }), mask: { ...sampleSession({ id: "s" }).mask, syncGlobalConfig: true } }],
  });
  useAccess.setState({ flags: serverlessFlags });
});
afterEach(() => {
  useAccess.setState(initialAccess, true);
  useTurns.setState(initialTurns, true);
});

test("a reply of the demo ends with samples that are sent by a click", async () => {
  const send = jest.fn();
  useTurns.setState({ send });
  render(<DemoNext sessionId="s" />, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name: "Math" }));
  expect(send.mock.calls).toEqual([["s", "Show me some math"]]);
});

test("it ends with the dialog that connects a model, if own keys are allowed", async () => {
  render(<DemoNext sessionId="s" />, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name: "Connect a model" }));
  expect(useUi.getState().dialog).toMatchObject({ content: { kind: "add-key" }, isOpen: true });
  act(() => useAccess.setState({ flags: { ...serverlessFlags, hideUserApiKey: true } }));
  expect(screen.queryByRole("button", { name: "Connect a model" })).toBeNull();
});

test("with a real model it shows nothing", () => {
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" } });
  const { container } = render(<DemoNext sessionId="s" />, { wrapper: WithMessages });
  expect(container).toBeEmptyDOMElement();
});
