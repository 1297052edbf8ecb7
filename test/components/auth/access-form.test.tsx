/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { AccessForm } from "@/components/auth/access-form";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

const code = "Access code";
const addKey = "Add an API key";

test.each([
  [{ needCode: true, hideUserApiKey: false }, "Need password", [code, addKey]],
  [{ needCode: true, hideUserApiKey: true }, "Need password", [code]],
  [{ needCode: false, hideUserApiKey: false }, "Use your own API keys", [addKey]],
  [{ needCode: false, hideUserApiKey: true }, "No password needed", []],
])("with %j the screen has the heading %j and what can be entered", (flags, heading, labels) => {
  useAccess.setState({ flags: { ...serverlessFlags, ...flags } });
  const { container } = render(<AccessForm hostedService="" />, { wrapper: WithRouter });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(heading);
  const ways = container.querySelectorAll("label, [aria-haspopup=dialog]");
  expect([...ways].map(({ textContent }) => textContent)).toEqual(labels);
});
