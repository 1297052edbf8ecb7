/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { NotFoundScreen } from "@/components/shell/not-found-screen";
import { WithRouter } from "../../support/with-router";

test("an unknown page has the logo, one heading and one way on", async () => {
  const { container } = render(<NotFoundScreen />, { wrapper: WithRouter });
  expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  expect(container.querySelector('svg[viewBox="0 0 32 32"]')).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Back to chats" })).toHaveAttribute("href", "/");
});
