/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HostedBanner } from "@/components/auth/hosted-banner";
import { WithMessages } from "../../support/with-messages";

const banner = <HostedBanner href="https://hosted.example/" />;

beforeEach(() => localStorage.clear());

test("the banner opens the hosted service in the same tab, and stays hidden once it is dismissed", async () => {
  const { unmount } = render(banner, { wrapper: WithMessages });
  const link = screen.getByRole("link", { name: "Open" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["https://hosted.example/", null]);
  expect(localStorage.getItem("bannerDismissed")).toBe("false");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("link")).toBeNull();
  expect(localStorage.getItem("bannerDismissed")).toBe("true");
  unmount();
  render(banner, { wrapper: WithMessages });
  expect(screen.queryByRole("link")).toBeNull();
});
