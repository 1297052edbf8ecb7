/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ProviderRow } from "@/components/settings/provider-row";
import { groq } from "@/lib/providers/groq";
import { useAccess } from "@/store/settings/access";
import { WithWords } from "../../support/with-words";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test("the result of a check disappears when the key changes", async () => {
  // Nobody is asked: there is no network here, and that is what the check finds.
  render(<ProviderRow provider={groq} isOpen />, { wrapper: WithWords });
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
  await screen.findByText("The connection failed. Check the network and the address in Settings.");
  await userEvent.type(screen.getByLabelText("Groq key"), "s");
  expect(screen.getByRole("status").textContent).toBe("");
});
