/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { type RowSearch, SettingsSearch } from "@/components/settings/settings-search";
import { ListRow } from "@/components/ui/list-row";
import { RowSearchContext } from "@/components/ui/row-search";
import { WithMessages } from "../../support/with-messages";

function Example() {
  const [search, setSearch] = useState<RowSearch>({ query: "", isFound: () => true, isLenient: false });
  const [found, setFound] = useState(0);
  return (
    <main>
      <SettingsSearch search={search} onChange={setSearch} found={found} onFound={setFound} />
      <RowSearchContext value={search.isFound}>
        <ListRow title="Temperature" />
        <ListRow title="Template" subtitle="Around each message" />
        <ListRow title="Theme" />
      </RowSearchContext>
    </main>
  );
}

const shown = () =>
  [...document.querySelectorAll("[data-row]:not([hidden])")].map((row) => row.firstChild?.firstChild?.textContent);

test.each([
  ["temp", ["Temperature", "Template"]],
  ["temprature", ["Temperature"]],
  ["tempalte", ["Template"]],
  // Found as it stands: nothing that is only similar comes beside it.
  ["theme", ["Theme"]],
  ["nothing of the kind", []],
])("%j finds %j", async (query, found) => {
  render(<Example />, { wrapper: WithMessages });
  const field = screen.getByRole("searchbox");
  await userEvent.type(field, query);
  expect(shown()).toEqual(found);
  await userEvent.clear(field);
  expect(shown()).toEqual(["Temperature", "Template", "Theme"]);
});
