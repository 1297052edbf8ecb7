/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ServerRow } from "@/components/mcp/server-row";
import type { McpServer } from "@/lib/tools/mcp/server";
import { useMcpStatuses } from "@/store/tools/mcp-connections";
import { WithMessages } from "../../support/with-messages";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }), usePathname: () => "/mcp-market" }));

const { BUILD_APP } = process.env;

const server: McpServer = {
  id: "a",
  createdAt: 0,
  name: "Tides",
  url: "https://tides.example/mcp",
  transport: "auto",
  headers: [],
  headersHost: "",
  isOn: true,
};

beforeEach(() => {
  // Browsers may block a popup.
  window.open = () => null;
  useMcpStatuses.setState({ statuses: { a: { state: "failed", kind: "sign-in", message: "" } } });
});

afterEach(() => {
  process.env.BUILD_APP = BUILD_APP ?? "";
  Reflect.deleteProperty(globalThis, "isTauri");
});

async function signIn() {
  render(
    <WithMessages>
      <ServerRow server={server} onConfigure={() => {}} onShowTools={() => {}} />
    </WithMessages>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Sign in: Tides" }));
  return (await screen.findByRole("status")).textContent;
}

test("a blocked sign-in names the browser's pop-ups", async () => {
  expect(await signIn()).toBe("The browser blocked the sign-in window. Allow pop-ups for this site, then try again.");
});

test("a sign-in of the desktop app that cannot open a port fails, and names no pop-ups", async () => {
  jest.spyOn(console, "warn").mockImplementation(() => {});
  process.env.BUILD_APP = "1";
  const invoke = jest.fn(() => Promise.reject(new Error("no port")));
  Object.assign(globalThis, { isTauri: true, __TAURI_INTERNALS__: { invoke } });
  await signIn();
  expect(await screen.findByText("The sign-in failed. Try again.")).toBeTruthy();
  expect(invoke).toHaveBeenCalledWith("sign_in_start", expect.anything(), undefined);
});
