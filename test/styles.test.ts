import { readdirSync, readFileSync } from "node:fs";

/** The selectors of all style sheets of the app, with the file that has them. */
const selectors = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css"))
    .flatMap((path) =>
      [...withoutComments(readFileSync(`${folder}/${path}`, "utf8")).matchAll(/([^{};]+)\{/g)]
        .map(([, selector = ""]) => selector.trim())
        .filter((selector) => !selector.startsWith("@"))
        .map((selector) => ({ path: `${folder}/${path}`, selector })),
    ),
);

function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, "");
}

/** Returns the parts of a selector between its combinators: each matches one element. */
function compoundsOf(selector: string): string[] {
  const flat = selector.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, (inner) => inner.replace(/[\s>+~,]/g, ""));
  return flat.split(/[\s>+~,]+/).filter((part) => part !== "");
}

const found = (isCostly: (compound: string) => boolean) =>
  selectors.filter(({ selector }) => compoundsOf(selector).some(isCostly));

test("finds the selectors of the app", () => {
  expect(selectors.length).toBeGreaterThan(1000);
  expect(compoundsOf(".box:has(> input:focus) > :is(p, h1):last-child + b::after")).toEqual([
    ".box:has(input:focus)",
    ":is(ph1):last-child",
    "b::after",
  ]);
});

// With such a rule, a browser styles the whole chat again whenever a message is added: 40 ms for a long one.
test("a position among siblings is asked of elements with a class or a name only", () => {
  expect(found((compound) => /^(?:\*|:not\([^)]*\))?:nth-/.test(compound))).toEqual([]);
});

// Such a rule costs the same as a position.
test("an element after any other is selected by `:not(:first-child)`", () => {
  const isAnyAfterAny = /(?:^|[\s>])(?:\*|:[a-z-]+(?:\([^)]*\))?)\s*[+~]\s*(?:\*|:)/;
  expect(isAnyAfterAny.test(".a > * + *")).toBe(true);
  expect(selectors.filter(({ selector }) => isAnyAfterAny.test(selector))).toEqual([]);
});

// With such a rule, a browser looks at all ancestors of a growing reply, at each of its words.
test("`:has()` is asked of the page, or of elements with a class or an attribute", () => {
  expect(found((compound) => /^(?!body:)[^.#[]*:has\(/.test(compound))).toEqual([]);
});
