/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { PreviewFrame } from "@/components/markdown/preview-frame";

test("measures a list that follows its end once the page reports its height, not before", () => {
  const page = { html: "<p>Tide</p>", mayRun: false, hasNetwork: false };
  const measured = jest.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(500);
  render(
    <div role="log" data-following="">
      <PreviewFrame page={page} title="Tide" onTitle={() => {}} />
    </div>,
  );
  expect(measured).not.toHaveBeenCalled();
  const frame = screen.getByTitle<HTMLIFrameElement>("Tide");
  const data = { height: 120, title: "Tide" };
  act(() => void window.dispatchEvent(new MessageEvent("message", { data, source: frame.contentWindow })));
  expect(frame.style.blockSize || frame.getAttribute("style")).toContain("120px");
  expect(measured).toHaveBeenCalled();
  expect(screen.getByRole("log").scrollTop).toBe(500);
});
