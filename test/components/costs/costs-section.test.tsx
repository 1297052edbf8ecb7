/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { BudgetRow } from "@/components/costs/budget-row";
import { CostTable } from "@/components/costs/cost-table";
import { OwnPriceRows } from "@/components/costs/own-price-rows";
import { newProject } from "@/lib/chat/project";
import type { LedgerRow } from "@/lib/prices/ledger";
import { noTokens } from "@/lib/prices/token-counts";
import { useCostSettings } from "@/store/costs/cost-settings";
import { useProjects } from "@/store/settings/projects";
import { WithMessages } from "../../support/with-messages";

afterEach(() => useCostSettings.setState({ prices: [], budget: undefined }));

const row: LedgerRow = {
  ...{ providerName: "OpenAI", model: "tide-1", calls: 1200, estimated: 0, unknown: 0 },
  tokens: { ...noTokens, input: 1_234_567, output: 890 },
  money: { USD: 1_500_000 },
};

test("the table has a row per model, the most expensive first, and their total", async () => {
  const rows: LedgerRow[] = [
    { ...row, model: "free", money: {} },
    { ...row, model: "odd", calls: 1, unknown: 1, money: {} },
    row,
    { ...row, model: "", providerName: "", estimated: 1, money: { USD: 2_000_000, JPY: 300_000_000 } },
  ];
  const months = { "2026-10": { rows: [row] }, "2026-11": { rows } };
  await act(async () => render(<CostTable months={months} />, { wrapper: WithMessages }));
  const texts = () =>
    screen
      .getAllByRole("row")
      .map((each) => [...(each as HTMLTableRowElement).cells].map(({ textContent }) => textContent));
  expect(texts()).toEqual([
    ["Model", "Calls", "Input tokens", "Output tokens", "Cost"],
    ["Other models", "1,200", "1.2M", "890", "about ¥300about $2.00"],
    ["tide-1OpenAI", "1,200", "1.2M", "890", "$1.50"],
    ["freeOpenAI", "1,200", "1.2M", "890", "–"],
    ["oddOpenAI", "1", "1.2M", "890", "unknown"],
    ["Total", "3,601", "4.9M", "3.6K", "about ¥300about $3.50unknown"],
  ]);
  const select = screen.getByRole("combobox", { name: "Month" });
  expect([...select.children].map(({ textContent }) => textContent)).toEqual(["November 2026", "October 2026"]);
  fireEvent.change(select, { target: { value: "2026-10" } });
  expect(texts().slice(1)).toEqual([
    ["tide-1OpenAI", "1,200", "1.2M", "890", "$1.50"],
    ["Total", "1,200", "1.2M", "890", "$1.50"],
  ]);
});

test("a month with calls of projects has a table of them, which adds up deleted ones", async () => {
  useProjects.setState({ byId: new Map([["p", { ...newProject({ id: "p", name: "Tides", now: 1, others: [] }) }]]) });
  const rows: LedgerRow[] = [
    row,
    { ...row, projectId: "p", calls: 2, money: { USD: 5_000_000 } },
    { ...row, projectId: "p", model: "tide-2", calls: 1, money: { USD: 1_000_000 } },
    { ...row, projectId: "gone", calls: 1, money: { USD: 2_000_000 } },
    { ...row, projectId: "lost", calls: 1, money: { USD: 1_000_000 } },
  ];
  await act(async () => render(<CostTable months={{ "2026-11": { rows } }} />, { wrapper: WithMessages }));
  const table = within(screen.getByRole("region", { name: "Projects, November 2026" }));
  const texts = table.getAllByRole("row").map((each) => {
    const [name, calls, , , cost] = [...(each as HTMLTableRowElement).cells].map(({ textContent }) => textContent);
    return [name, calls, cost];
  });
  expect(texts).toEqual([
    ["Project", "Calls", "Cost"],
    ["Tides", "3", "$6.00"],
    ["Deleted projects", "2", "$3.00"],
    ["No project", "1,200", "$1.50"],
    ["Total", "1,205", "$10.50"],
  ]);
  const models = within(screen.getByRole("region", { name: "November 2026" }));
  expect(models.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "ModelCallsInput tokensOutput tokensCost",
    expect.stringMatching(/^tide-1OpenAI1,204.*\$9\.50$/),
    expect.stringMatching(/^tide-2OpenAI1.*\$1\.00$/),
    expect.stringMatching(/^Total1,205.*\$10\.50$/),
  ]);
});

test("the budget applies while amount and currency are valid", async () => {
  await act(async () =>
    render(<BudgetRow budget={undefined} onChange={useCostSettings.getState().setBudget} />, { wrapper: WithMessages }),
  );
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  const budget = () => useCostSettings.getState().budget;
  type("Monthly budget", "12,5");
  expect(budget()).toEqual({ currency: "USD", micros: 12_500_000 });
  type("Currency", "eu");
  expect(screen.getByText("Enter a code of three letters, such as USD")).toBeTruthy();
  expect(budget()).toEqual({ currency: "USD", micros: 12_500_000 });
  for (const unknown of ["bit", "zzz"]) {
    type("Currency", unknown);
    expect(
      screen.getByText(`${unknown.toUpperCase()} isn’t a known currency. Use an ISO code, such as USD.`),
    ).toBeTruthy();
    expect(budget()).toEqual({ currency: "USD", micros: 12_500_000 });
  }
  type("Currency", "eur");
  expect(budget()).toEqual({ currency: "EUR", micros: 12_500_000 });
  type("Monthly budget", "lots");
  expect(screen.getByText("Enter a number with up to six decimals")).toBeTruthy();
  type("Monthly budget", "0");
  expect(budget()).toEqual({ currency: "EUR", micros: 0 });
  type("Monthly budget", "");
  expect(budget()).toBeUndefined();
});

test("a budget in a currency without a price, and one of 0, warn at once", async () => {
  const budget = { currency: "CHF", micros: 5_000_000 };
  const { rerender } = render(<BudgetRow budget={budget} onChange={() => {}} />, { wrapper: WithMessages });
  const warning = await screen.findByText(
    "No known price is in CHF, so this budget never applies. Known prices are in USD.",
  );
  rerender(<BudgetRow budget={{ currency: "USD", micros: 5_000_000 }} onChange={() => {}} />);
  expect(warning.textContent).toBe("");
  rerender(<BudgetRow budget={{ currency: "USD", micros: 0 }} onChange={() => {}} />);
  expect(warning.textContent).toBe("With 0, only free models can be used.");
  act(() =>
    useCostSettings.setState({
      prices: [{ providerName: "", model: "m", currency: "CHF", price: { input: 1, output: 1 } }],
    }),
  );
  rerender(<BudgetRow budget={budget} onChange={() => {}} />);
  await waitFor(() => expect(warning.textContent).toBe(""));
});

test("own prices are listed, and can be removed", () => {
  const price = { input: 150_000, output: 600_000, cached: 75_000 };
  useCostSettings.setState({ prices: [{ providerName: "", model: "tide-1", currency: "USD", price }] });
  render(<OwnPriceRows />, { wrapper: WithMessages });
  expect(screen.getByText("All providers · Input $0.15 · Cached input $0.075 · Output $0.60")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove the price of tide-1" }));
  expect(useCostSettings.getState().prices).toEqual([]);
});

test("a model that reads aloud has a price of characters alone", async () => {
  render(<OwnPriceRows />, { wrapper: WithMessages });
  fireEvent.click(screen.getByRole("button", { name: "Add a price" }));
  const dialog = await screen.findByRole("dialog");
  const field = (name: string) => within(dialog).getByRole("textbox", { name });
  fireEvent.change(field("Model"), { target: { value: "tts-1" } });
  expect(within(dialog).getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(field("Read aloud, per million characters"), { target: { value: "15" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  const price = { input: 0, output: 0, characters: 15_000_000 };
  expect(useCostSettings.getState().prices).toEqual([{ providerName: "", model: "tts-1", currency: "USD", price }]);
  expect(screen.getByText(/Read aloud, per million characters \$15\.00$/)).toBeTruthy();
});
