/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchFilters } from "@/components/search/search-filters";
import { WithRouter } from "../../support/with-router";

// Loading it for the first time takes longer than a test should wait.
beforeAll(() => import("@/components/ui/menu-popup"));

const address = { role: "", model: "", from: "", to: "", chat: "" } as const;

test("the models that are known so far can be chosen before all are known", async () => {
  const onChange = jest.fn();
  const filters = (
    <SearchFilters words="" address={address} models={["m-1"]} areModelsKnown={false} onChange={onChange} />
  );
  await act(async () => render(filters, { wrapper: WithRouter }));
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /Model/ }));
  await user.click(await screen.findByText("m-1"));
  expect(onChange).toHaveBeenCalledWith({ model: "m-1" });
});
