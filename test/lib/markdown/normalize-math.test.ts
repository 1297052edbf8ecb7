import { normalizeMath } from "@/lib/markdown/normalize-math";

test.each([
  ["nothing to do: $5 and $6", "nothing to do: $5 and $6"],
  ["area \\(x^2\\) here", "area $$x^2$$ here"],
  ["\\[\na\n=b\n\\]", "\n$$\na\n=b\n$$\n"],
  ["not over \\(two\nlines\\)", "not over \\(two\nlines\\)"],
  ["code `\\(x\\)` stays, \\(y\\) goes", "code `\\(x\\)` stays, $$y$$ goes"],
  ["```\n\\[x\\]\n```\n\\(y\\)", "```\n\\[x\\]\n```\n$$y$$"],
  ["```tex\n\\(open", "```tex\n\\(open"],
  ["so\n$$\\frac{a}{b}$$\nholds", "so\n\n$$\n\\frac{a}{b}\n$$\n\nholds"],
  ["in a line $$x$$ it stays", "in a line $$x$$ it stays"],
  ["with $a \\neq 0$ and $n$ done", "with $$a \\neq 0$$ and $$n$$ done"],
  ["$5-$10, US$5, 5$ or $ 5 $", "$5-$10, US$5, 5$ or $ 5 $"],
  ["$$\nx\n$$ and $y$", "$$\nx\n$$ and $$y$$"],
  ["dollars in the formula \\(a$b\\)", "dollars in the formula $$a$b$$"],
])("converts %j to %j", (text, expected) => {
  expect(normalizeMath(text)).toBe(expected);
});

test.each([
  ["\\(open\n\\(x\\) and \\(y\\)", "\\(open\n$$x$$ and $$y$$"],
  ["\\[open \\[x\\] \\[", "\n$$\nopen \\[x\n$$\n \\["],
  ["``a`\\(x\\)`` \\(y\\)", "``a`\\(x\\)`` $$y$$"],
  ["a lone ` and \\(x\\)\n\nanother ` here", "a lone ` and $$x$$\n\nanother ` here"],
  ["~~~\n\\(x\\)\n~~~\n\\(y\\)", "~~~\n\\(x\\)\n~~~\n$$y$$"],
])("leaves an unclosed formula unchanged: %j becomes %j", (text, expected) => {
  expect(normalizeMath(text)).toBe(expected);
});

// Any of these takes minutes where the work is not linear.
test.each([
  ["runs of backticks of all lengths", `$${Array.from({ length: 1500 }, (_, length) => "`".repeat(length)).join(" ")}`],
  ["openers of displayed formulas", "\\[".repeat(500_000)],
  ["openers of formulas", "\\(".repeat(500_000)],
  ["openers, and one closer on a line of its own", `${"\\(".repeat(500_000)}\n\\)`],
  ["dollars", "$a".repeat(500_000).replaceAll("a$", "a $")],
  ["very many fences", `$\n${"~~~\n".repeat(300_001)}`],
])("leaves %s unchanged quickly", (_name, text) => {
  expect(normalizeMath(text) === text).toBe(true);
});

test("converts very many formulas on one line quickly", () => {
  expect(normalizeMath("\\(a\\)".repeat(200_000)) === "$$a$$".repeat(200_000)).toBe(true);
});
