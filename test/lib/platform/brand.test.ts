import { ownBrand } from "@/lib/brand/brand";
import { brand, isHidden, isPageHidden, setBrand, taglineIn } from "@/lib/platform/brand";

test("until it is read the brand is the product's own, which hides nothing", () => {
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
])("where images are hidden, whether the page %s is: %s", (path, isOne) => {
  setBrand({ ...ownBrand, hidden: ["images"], tagline: { "": "Talk to all" } }, ["/sd"]);
  expect([isPageHidden(path), isHidden("images"), isHidden("masks"), taglineIn("de")]).toEqual([
    isOne,
    true,
    false,
    "Talk to all",
  ]);
});
