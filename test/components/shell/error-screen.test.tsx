/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ErrorScreen } from "@/components/shell/error-screen";
import { PlainErrorScreen } from "@/components/shell/lazy-error-screen";

test("links the operator's report address once config.json has loaded, and none before", async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  let answer = (_response: Response) => {};
  window.brandFile = new Promise((resolve) => {
    answer = resolve;
  });
  render(<ErrorScreen error={new Error("broken")} />);
  expect(screen.queryByRole("link", { name: "Report This Error" })).toBeNull();
  const issues = "https://harbour.example/issues";
  answer({ ok: true, status: 200, json: async () => ({ links: { issues } }) } as Response);
  expect(await screen.findByRole("link", { name: "Report This Error" })).toHaveAttribute("href", issues);
});

test("without its own code, reloads, or leads to the page that saves the data", () => {
  render(<PlainErrorScreen error={new Error("Loading chunk 7 failed.")} />);
  expect(screen.getByRole("heading", { name: "Oops, something went wrong!" })).toBeVisible();
  expect(screen.getByText(/^The app couldn’t be loaded completely\. Check your network, then reload\./)).toBeVisible();
  expect(screen.queryByText(/chunk/)).toBeNull();
  expect(screen.getByRole("button", { name: "Reload" })).toBeEnabled();
  expect(screen.getByRole("link", { name: "Save my data" })).toHaveAttribute("href", "/rescue/index.html");
});

test.each([
  "Failed to load chunk /_next/static/chunks/abc123.js from module 42",
  "Failed to fetch dynamically imported module: https://a.test/_next/static/chunks/abc123.js",
  "error loading dynamically imported module: https://a.test/_next/static/chunks/abc123.js",
  "Importing a module script failed.",
])("says what to do if a script is not loaded, without its name: %s", (message) => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  render(<ErrorScreen error={new Error(message)} componentStack={`at lazy (${message})`} />);
  expect(screen.getByText(/^The app couldn’t be loaded completely\. Check your network, then reload\./)).toBeVisible();
  expect(screen.queryByText(/abc123|module script/)).toBeNull();
  expect(screen.getByRole("button", { name: "Copy details" })).toBeVisible();
});

test("shows the message of any other error once", () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  render(<ErrorScreen error={new TypeError("tide is not a function")} />);
  expect(screen.getAllByText(/tide is not a function/)).toHaveLength(1);
});
