"use client";
import { useTranslations } from "use-intl";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { useCostSettings } from "@/store/costs/cost-settings";
import { BudgetRow } from "./budget-row";
import { CostTable } from "./cost-table";
import { OwnPriceRows } from "./own-price-rows";
import { useLedgerMonths } from "./use-ledger-months";
import { VoteRows } from "./vote-rows";

/** Usage and cost by month and model, the monthly budget, the user's own prices, and votes. */
export function CostsSection() {
  const t = useTranslations("costs");
  const months = useLedgerMonths();
  const budget = useCostSettings((costs) => costs.budget);
  const isEmpty = months !== undefined && Object.keys(months).length === 0;
  return (
    <ListRows>
      {months && !isEmpty ? (
        <CostTable months={months} />
      ) : (
        <ListRow title={isEmpty ? t("none") : " "} anchor="usage-and-cost" />
      )}
      <BudgetRow budget={budget} onChange={useCostSettings.getState().setBudget} anchor="budget" />
      <OwnPriceRows />
      <VoteRows />
    </ListRows>
  );
}
