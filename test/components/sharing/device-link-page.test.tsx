/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DeviceLinkPage } from "@/components/sharing/device-link-page";
import { assumedFlags } from "@/lib/settings/server-flags";
import { useUi } from "@/store/base/ui";
import { unknownFlags, useAccess } from "@/store/settings/access";
import { WithMessages } from "../../support/with-messages";

const mockRouter = { replace: jest.fn() };
jest.mock("next/navigation", () => ({ useRouter: () => mockRouter }));

const link = "#2.d.a.b";
const openDialog = jest.fn();

beforeEach(() => {
  openDialog.mockClear();
  mockRouter.replace.mockClear();
  useUi.setState({ openDialog });
  useAccess.setState({ flags: null, areFlagsFinal: false });
});

const show = () => render(<DeviceLinkPage link={link} />, { wrapper: WithMessages });

test("a link waits for the operator's settings, also if they are late", async () => {
  show();
  expect(screen.getByRole("status")).toHaveTextContent("Opening the link");
  await act(async () => useAccess.setState({ flags: unknownFlags }));
  expect([screen.getByRole("status").textContent, openDialog.mock.calls.length]).toEqual(["Opening the link", 0]);
  await act(async () => useAccess.setState({ flags: assumedFlags, areFlagsFinal: true }));
  expect(openDialog.mock.calls).toEqual([[{ kind: "device-link", link }]]);
  expect(mockRouter.replace.mock.calls).toEqual([["/settings#sync"]]);
});

test("DISABLE_FAST_LINK is reported as such, and nothing opens", () => {
  useAccess.setState({ flags: { ...assumedFlags, disableFastLink: true }, areFlagsFinal: true });
  show();
  expect(screen.getByRole("heading", { name: "This link wasn’t applied" })).toBeVisible();
  expect(openDialog).not.toHaveBeenCalled();
});

test("a site that cannot be reached is asked again, and the link is not called expired", async () => {
  const fetchFlags = jest.fn(async () => useAccess.setState({ flags: assumedFlags, areFlagsFinal: true }));
  useAccess.setState({ flags: unknownFlags, areFlagsFinal: true, fetchFlags });
  show();
  expect(screen.getByText(/^This site can’t be reached now, so the link wasn’t opened/)).toBeVisible();
  expect(openDialog).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(openDialog).toHaveBeenCalledTimes(1);
});
