/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ErrorBoundary } from "@/components/ui/error-boundary";

function Tide({ height }: { height: number }) {
  if (height < 0) throw new RangeError("no such tide");
  return <p>{height} m</p>;
}

function bay(height: number, resetKey: string) {
  return (
    <main>
      <h1>The bay</h1>
      <ErrorBoundary fallback={<p>unknown</p>} resetKey={resetKey}>
        <Tide height={height} />
      </ErrorBoundary>
    </main>
  );
}

// React reports errors that a boundary has caught.
const quiet = { onCaughtError: () => {} };

test("a render error shows the fallback, and keeps the rest of the page", () => {
  render(bay(-1, "a"), quiet);
  expect(screen.getByText("unknown")).toBeVisible();
  expect(screen.getByRole("heading", { name: "The bay" })).toBeVisible();
});

test("the fallback stays until the key changes", () => {
  const { rerender } = render(bay(-1, "a"), quiet);
  rerender(bay(2, "a"));
  expect(screen.getByText("unknown")).toBeVisible();
  rerender(bay(2, "b"));
  expect(screen.getByText("2 m")).toBeVisible();
  rerender(bay(-1, "c"));
  expect(screen.getByText("unknown")).toBeVisible();
});
