/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ErrorScreen } from "@/components/shell/error-screen";

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
