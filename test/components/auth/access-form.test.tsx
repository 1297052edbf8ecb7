/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { AccessForm } from "@/components/auth/access-form";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

const code = "Access code";
const keys = ["OpenAI API key", "Google API key"];

test.each([
  [{ needCode: true, hideUserApiKey: false }, "Need password", [code, ...keys]],
  [{ needCode: true, hideUserApiKey: true }, "Need password", [code]],
  [{ needCode: false, hideUserApiKey: false }, "Use your own keys", keys],
  [{ needCode: false, hideUserApiKey: true }, "No password needed", []],
])("with %j the screen has the heading %j and fields for what can be entered", (flags, heading, labels) => {
  useAccess.setState({ flags: { ...serverlessFlags, ...flags } });
  const { container } = render(<AccessForm hostedService="" />, { wrapper: WithRouter });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(heading);
  expect([...container.querySelectorAll("label")].map(({ textContent }) => textContent)).toEqual(labels);
});
