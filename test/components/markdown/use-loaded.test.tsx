/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { type Loader, loadOnce } from "@/components/markdown/load-once";
import { useLoaded } from "@/components/markdown/use-loaded";

function Shown({ loader }: { loader: Loader<string> | null }) {
  return <p>{useLoaded(loader) ?? "not yet"}</p>;
}

test("shows a module once it has loaded, and at once if it is cached", async () => {
  const loader = loadOnce("it", async () => "here");
  const { unmount } = render(<Shown loader={loader} />);
  expect(screen.getByText("not yet")).toBeVisible();
  expect(await screen.findByText("here")).toBeVisible();
  unmount();
  render(<Shown loader={loader} />);
  expect(screen.getByText("here")).toBeVisible();
});

test("retries a failed load at the next mount", async () => {
  let tries = 0;
  const load = async () => {
    tries++;
    if (tries === 1) throw new Error("gone");
    return "here";
  };
  const loader = loadOnce("it", load, () => {});
  const { unmount } = render(<Shown loader={loader} />);
  // Long enough for the first try to have failed.
  await screen.findByText("not yet");
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(screen.getByText("not yet")).toBeVisible();
  expect(tries).toBe(1);
  unmount();
  render(<Shown loader={loader} />);
  expect(await screen.findByText("here")).toBeVisible();
  expect(tries).toBe(2);
});

test("returns nothing without a module", () => {
  render(<Shown loader={null} />);
  expect(screen.getByText("not yet")).toBeVisible();
});
