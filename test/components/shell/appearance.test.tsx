/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render } from "@testing-library/react";
import { Appearance } from "@/components/shell/appearance";
import { useSettings } from "@/store/settings/settings";
import { WithMessages } from "../../support/with-messages";

beforeEach(() => useSettings.setState(useSettings.getInitialState(), true));
afterEach(() => {
  document.head.replaceChildren();
});

/** Describes the build in the page, as it describes itself. */
function describeBuild(build: object): void {
  const meta = document.createElement("meta");
  meta.name = "config";
  meta.content = JSON.stringify(build);
  document.head.append(meta);
}

test.each([
  ["a browser with the setting", { isApp: false }, [false, true]],
  ["the desktop app, always", { isApp: true }, [true, true]],
])("the layout is tight in %s", (_, build, expected) => {
  describeBuild(build);
  render(<Appearance />, { wrapper: WithMessages });
  const isTight = () => document.body.classList.contains("tight");
  const seen = [isTight()];
  act(() => useSettings.getState().set("tightBorder", true));
  seen.push(isTight());
  expect(seen).toEqual(expected);
});
