/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { useScreenFocus } from "@/components/shell/use-screen-focus";

let pathname = "/";
jest.mock("next/navigation", () => ({ usePathname: () => pathname }));

function Screen({ hasField }: { readonly hasField: boolean }) {
  useScreenFocus();
  return (
    <main id="main" tabIndex={-1}>
      {hasField && <input aria-label="Field" />}
    </main>
  );
}

const nextFrame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

test("a screen that took no focus has it after a navigation, but not when the app is opened", async () => {
  pathname = "/";
  const { rerender } = render(<Screen hasField />);
  await nextFrame();
  expect(document.body).toHaveFocus();
  act(() => screen.getByLabelText("Field").focus());
  pathname = "/settings";
  rerender(<Screen hasField={false} />);
  await nextFrame();
  expect(screen.getByRole("main")).toHaveFocus();
});

test("a field of the new screen keeps the focus", async () => {
  pathname = "/";
  const { rerender } = render(<Screen hasField={false} />);
  pathname = "/search-chat";
  rerender(<Screen hasField />);
  act(() => screen.getByLabelText("Field").focus());
  await nextFrame();
  expect(screen.getByLabelText("Field")).toHaveFocus();
});
