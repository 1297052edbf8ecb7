import { create } from "zustand";
import { type Budget, readBudget } from "@/lib/chat/budget";
import { recordOf } from "@/lib/json";
import { isSameModel, maxOwnPrices, type OwnPrice, readOwnPrices } from "@/lib/prices/own-prices";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface CostSettingsStore {
  /** The user's own prices, in the order in which they were added. */
  readonly prices: readonly OwnPrice[];
  /** The budget of each month. */
  readonly budget: Budget | undefined;
  hydrate(stored: unknown): void;
  /** Adds an own price, in place of `replaced` and of one for the same model. */
  setPrice(price: OwnPrice, replaced?: OwnPrice): void;
  removePrice(price: OwnPrice): void;
  setBudget(budget: Budget | undefined): void;
}

/** Creates the store of own prices and the budget. */
export function createCostSettings() {
  return create<CostSettingsStore>()((set) => ({
    prices: [],
    budget: undefined,
    hydrate(stored) {
      const { prices, budget } = recordOf(stored);
      set({ prices: readOwnPrices(prices), budget: readBudget(budget) });
    },
    setPrice(price, replaced = price) {
      set(({ prices }) => {
        const index = prices.findIndex((each) => isSameModel(each, replaced));
        const others = prices.filter((each) => !isSameModel(each, replaced) && !isSameModel(each, price));
        return { prices: others.toSpliced(index < 0 ? others.length : index, 0, price).slice(0, maxOwnPrices) };
      });
    },
    removePrice(price) {
      set(({ prices }) => ({ prices: prices.filter((each) => !isSameModel(each, price)) }));
    },
    setBudget(budget) {
      set({ budget });
    },
  }));
}

export const useCostSettings = documentStore(createCostSettings(), catalogue.costs, ({ prices, budget = null }) => ({
  prices,
  budget,
}));
