import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { mayHaveCitations, withCitations } from "@/lib/markdown/citations";
import { parseBlock } from "@/lib/markdown/parse-block";

const html = (source: string) =>
  renderToStaticMarkup(toJsxRuntime(withCitations(parseBlock(source, "n-")), { Fragment, jsx, jsxs }));

test.each([
  ["It rose [a.pdf, p. 1].", '<p>It rose <cite data-mark="a.pdf, p. 1">[a.pdf, p. 1]</cite>.</p>'],
  [
    "- **x [a b, 2]** [c, 3]",
    '<ul>\n<li><strong>x <cite data-mark="a b, 2">[a b, 2]</cite></strong> <cite data-mark="c, 3">[c, 3]</cite></li>\n</ul>',
  ],
  ["See [a.txt] and [b].", '<p>See <cite data-mark="a.txt">[a.txt]</cite> and [b].</p>'],
  ["见【a.pdf，第1页】。", '<p>见<cite data-mark="a.pdf，第1页">【a.pdf，第1页】</cite>。</p>'],
  ["`[a, 1]` [x, y](https://a.test) [x]", '<p><code>[a, 1]</code> <a href="https://a.test">x, y</a> [x]</p>'],
])("marks in %j become elements", (source, expected) => {
  expect(html(source)).toBe(expected);
});

test("a long text without marks is searched in linear time", () => {
  const text = "[a,".repeat(100_000);
  expect(mayHaveCitations(text)).toBe(false);
});
