import type { OwnPrice } from "@/lib/prices/own-prices";
import { createCostSettings } from "@/store/costs/cost-settings";

const price = (model: string, input = 1, providerName = ""): OwnPrice => ({
  ...{ providerName, model, currency: "USD", price: { input, output: 2 } },
});

test("own prices are added, replaced at their position, and removed", () => {
  const store = createCostSettings();
  const { setPrice, removePrice } = store.getState();
  for (const model of ["a", "b", "c"]) setPrice(price(model));
  setPrice(price("B", 5));
  expect(store.getState().prices).toEqual([price("a"), price("B", 5), price("c")]);
  setPrice(price("d"), price("a"));
  expect(store.getState().prices).toEqual([price("d"), price("B", 5), price("c")]);
  setPrice(price("c", 7), price("d"));
  expect(store.getState().prices).toEqual([price("c", 7), price("B", 5)]);
  removePrice(price("c"));
  expect(store.getState().prices).toEqual([price("B", 5)]);
});

test("invalid stored values are left out", () => {
  const store = createCostSettings();
  store.getState().hydrate({ prices: [price("a"), { model: "b" }], budget: { currency: "USD", micros: -1 } });
  expect([store.getState().prices, store.getState().budget]).toEqual([[price("a")], undefined]);
  store.getState().hydrate(undefined);
  expect([store.getState().prices, store.getState().budget]).toEqual([[], undefined]);
});
