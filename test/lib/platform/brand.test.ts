import { ownBrand } from "@/lib/brand/brand";
import { areToolsHidden, brand, isHidden, isPageHidden, setBrand, taglineIn } from "@/lib/platform/brand";

test("until it is loaded, the brand is the product's own, which hides nothing", () => {
  expect(brand).toBe(ownBrand);
  expect([taglineIn("de"), isHidden("images"), isPageHidden("/sd")]).toEqual(["", false, false]);
});

test.each([
  ["/sd", true],
  ["/sd/", true],
  ["/sd?from=home", true],
  ["/sd/#top", true],
  ["/", false],
  ["/sdx", false],
  ["/settings", false],
])("if images are hidden, whether the page %s is hidden: %s", (path, isOne) => {
  setBrand({ ...ownBrand, hidden: ["images"], tagline: { "": "Talk to all" } }, ["/sd"]);
  expect([isPageHidden(path), isHidden("images"), isHidden("masks"), taglineIn("de")]).toEqual([
    isOne,
    true,
    false,
    "Talk to all",
  ]);
});

test.each([
  [[], false],
  [["plugins"], false],
  [["mcp"], false],
  [["mcp", "plugins"], true],
] as const)("if %j is hidden, whether all tools are hidden: %s", (hidden, areThey) => {
  setBrand({ ...ownBrand, hidden }, []);
  expect(areToolsHidden()).toBe(areThey);
});
