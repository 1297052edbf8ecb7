/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { AccessPage } from "@/components/auth/access-page";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test("shows no form before it is known whether the site needs a code", () => {
  const { container } = render(<AccessPage />, { wrapper: WithRouter });
  expect(container.textContent).toBe("");
  act(() => useAccess.setState({ flags: { ...serverlessFlags, needCode: false } }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("No password needed");
});
