/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AccessForm } from "@/components/auth/access-form";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { idleRouter, WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

const code = "Access code";
const addKey = "Add an API key";

test.each([
  [{ needCode: true, hideUserApiKey: false }, "Need password", [code, addKey]],
  [{ needCode: true, hideUserApiKey: true }, "Need password", [code]],
  [{ needCode: false, hideUserApiKey: false }, "No password needed", [addKey]],
  [{ needCode: false, hideUserApiKey: true }, "No password needed", []],
])("with %j the screen has the heading %j and what can be entered", (flags, heading, labels) => {
  useAccess.setState({ flags: { ...serverlessFlags, ...flags } });
  const { container } = render(<AccessForm hostedService="" />, { wrapper: WithRouter });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(heading);
  const ways = container.querySelectorAll("label, [aria-haspopup=dialog]");
  expect([...ways].map(({ textContent }) => textContent)).toEqual(labels);
});

test.each([
  [true, "This site doesn’t need an access code. You can start right away."],
  [false, "This site doesn’t need an access code. You can use your own API keys here."],
])("an open site says that no code is needed, and leads to the chat: %j", async (hideUserApiKey, tip) => {
  useAccess.setState({ flags: { ...serverlessFlags, needCode: false, hideUserApiKey } });
  const pushed: string[] = [];
  const push = jest.spyOn(idleRouter, "push").mockImplementation((path) => void pushed.push(path));
  render(<AccessForm hostedService="" />, { wrapper: WithRouter });
  expect(screen.getByText(tip)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Start chatting" }));
  expect(pushed).toEqual(["/chat"]);
  push.mockRestore();
});
