/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CodeOutput } from "@/components/markdown/code-output";
import "../../support/jsdom-platform";
import { WithMessages } from "../../support/with-messages";

const renderApp = (output: React.ReactNode) => render(output, { wrapper: WithMessages });

test("the output has texts, tables and pictures in order, as text and images only @T9.10", async () => {
  const close = jest.fn();
  renderApp(
    <CodeOutput
      run={{
        items: [
          { type: "text", text: "<b>hello</b>" },
          { type: "table", columns: ["place", "height"], rows: [["Amber", "4"]] },
          { type: "picture", media: "image/svg+xml", url: "data:image/svg+xml,%3Csvg/%3E" },
          { type: "error", text: "Error: bad" },
        ],
        isRunning: false,
      }}
      onClose={close}
    />,
  );
  const output = screen.getByRole("group", { name: "Output" });
  expect([...output.children].map((child) => [child.tagName, child.textContent])).toEqual([
    ["PRE", "<b>hello</b>"],
    ["TABLE", "placeheightAmber4"],
    ["IMG", ""],
    ["PRE", "Error: bad"],
  ]);
  expect(screen.getByRole("img", { name: "Image from the code" })).toHaveAttribute(
    "src",
    "data:image/svg+xml,%3Csvg/%3E",
  );
  await userEvent.click(screen.getByRole("button", { name: "Close output" }));
  expect(close).toHaveBeenCalledTimes(1);
});

test.each([
  ["timeout", "Stopped after 10 seconds."],
  ["stopped", "Stopped."],
  ["crashed", "The code ended unexpectedly. It may have used too much memory."],
  ["network", "Couldn’t load the files for running code. Check your network and try again."],
  [undefined, "No output."],
] as const)("a run that ended with %s says so", (problem, text) => {
  renderApp(
    <CodeOutput run={{ items: [], isRunning: false, ...(problem && { problem }) }} onClose={() => undefined} />,
  );
  expect(screen.getByRole("status")).toHaveTextContent(text);
});

test("a long table ends with a mark", () => {
  const rows = Array.from({ length: 201 }, (_, index) => [String(index)]);
  renderApp(
    <CodeOutput
      run={{ items: [{ type: "table", columns: ["n"], rows }], isRunning: false }}
      onClose={() => undefined}
    />,
  );
  expect(screen.getAllByRole("row")).toHaveLength(202);
  expect(screen.getAllByRole("row").at(-1)).toHaveTextContent("…");
});
