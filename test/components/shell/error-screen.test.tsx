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
  expect(screen.getByText("Loading chunk 7 failed.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeEnabled();
  expect(screen.getByRole("link", { name: "Save my data" })).toHaveAttribute("href", "/rescue/index.html");
});
