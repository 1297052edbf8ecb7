import { featuredModels } from "@/lib/models/featured";
import { modelKey } from "@/lib/models/model-entry";
import { builtInModels } from "@/lib/models/model-list";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";

test("every featured model is a built-in one", () => {
  const keys = builtInModels(Object.values<Provider>(providers)).map(modelKey);
  expect(featuredModels.filter((key) => !keys.includes(key))).toEqual([]);
});
