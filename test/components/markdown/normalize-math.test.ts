import { normalizeMath } from "@/components/markdown/normalize-math";

test.each([
  ["nothing to do: $5 and $6", "nothing to do: $5 and $6"],
  ["area \\(x^2\\) here", "area $$x^2$$ here"],
  ["\\[\na\n=b\n\\]", "\n$$\na\n=b\n$$\n"],
  ["not over \\(two\nlines\\)", "not over \\(two\nlines\\)"],
  ["code `\\(x\\)` stays, \\(y\\) goes", "code `\\(x\\)` stays, $$y$$ goes"],
  ["```\n\\[x\\]\n```\n\\(y\\)", "```\n\\[x\\]\n```\n$$y$$"],
  ["```tex\n\\(open", "```tex\n\\(open"],
  ["with $a \\neq 0$ and $n$ done", "with $$a \\neq 0$$ and $$n$$ done"],
  ["$5-$10, US$5, 5$ or $ 5 $", "$5-$10, US$5, 5$ or $ 5 $"],
  ["$$\nx\n$$ and $y$", "$$\nx\n$$ and $$y$$"],
  ["dollars in the formula \\(a$b\\)", "dollars in the formula $$a$b$$"],
])("%j becomes %j", (text, expected) => {
  expect(normalizeMath(text)).toBe(expected);
});
