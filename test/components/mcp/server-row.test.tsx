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
  // The shell opens no window for others, and browsers may block one.
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

test("the desktop app names what to do instead of a sign-in", async () => {
  process.env.BUILD_APP = "1";
  Reflect.set(globalThis, "isTauri", true);
  expect(await signIn()).toMatch(/^Sign-in isn’t possible in the desktop app\. .* access token as a header/);
});
