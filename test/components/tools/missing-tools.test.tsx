/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { MissingTools } from "@/components/tools/missing-tools";
import { useAccess } from "@/store/settings/access";
import { WithMessages } from "../../support/with-messages";
import { WithRouter } from "../../support/with-router";

afterEach(() => useAccess.setState(useAccess.getInitialState(), true));

const missing = { sources: [], beyondLimit: [], more: 0 };

function links(search: "unsupported" | "with-tools") {
  const { unmount } = render(<MissingTools missing={{ ...missing, search }} />, {
    wrapper: ({ children }) => (
      <WithMessages>
        <WithRouter>{children}</WithRouter>
      </WithMessages>
    ),
  });
  const found = screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  unmount();
  return found;
}

test("the note on a missing web search leads to the search engine in the settings", () => {
  expect(links("unsupported")).toEqual([["Set up a search engine", "/settings#searchFields.engine"]]);
  expect(links("with-tools")).toEqual([]);
  useAccess.setState({ reach: { refusesOwnKeys: true } });
  expect(links("unsupported")).toEqual([]);
});
