/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { NeedsAccess } from "@/components/chat/needs-access";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useAccess } from "@/store/settings/access";
import { WithWords } from "../../support/with-words";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

test.each([
  [
    "an own key may be used",
    false,
    "The conversation ran into a problem. Enter the access code of this site, or use your own key.",
    [
      ["Enter the access code", "/auth"],
      ["Use my own key", "/settings#access"],
    ],
  ],
  [
    "the operator allows no own keys",
    true,
    "The conversation ran into a problem. Enter the access code of this site.",
    [["Enter the access code", "/auth"]],
  ],
])("where %s the text and the actions match what is available", (_, hideUserApiKey, text, ways) => {
  useAccess.setState({ flags: { ...serverlessFlags, needCode: true, hideUserApiKey } });
  render(<NeedsAccess />, { wrapper: WithWords });
  expect(screen.getByText(text)).toBeTruthy();
  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(ways);
});
