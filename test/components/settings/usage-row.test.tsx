/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { UsageRow } from "@/components/settings/usage-row";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { WithMessages } from "../../support/with-messages";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test.each([
  [false, "Enter an API key or the access code to see it"],
  [true, "Enter the access code to see it"],
])("without access, the balance names what is required; own keys are forbidden: %p", (hideUserApiKey, words) => {
  useAccess.setState({ flags: { ...serverlessFlags, needCode: true, hideUserApiKey }, reach: { relay: "/api" } });
  render(<UsageRow />, { wrapper: WithMessages });
  expect(screen.getByRole("status").textContent).toBe(words);
});
