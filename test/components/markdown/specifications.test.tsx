/** @jest-environment jsdom */
import { act, render } from "@testing-library/react";
import fc from "fast-check";
import { MarkdownBlocks } from "@/components/markdown/markdown-blocks";
import { drawnMarkdown, drawnTree, expectedTree } from "@/test/support/drawn-markdown";
import { htmlIn, markdownExamples } from "@/test/support/markdown-examples";
import "@/test/support/jsdom-platform";
import { WithMessages } from "@/test/support/with-messages";

/** Addresses without brackets: text in CommonMark, links in GFM. */
const linksInGfm = new Set([
  "<https://foo.bar/baz bim>\n",
  "<foo\\+@bar.example.com>\n",
  "< https://foo.bar >\n",
  "https://example.com\n",
  "foo@bar.example.com\n",
]);

const withHtml = markdownExamples.filter(({ markdown }) => htmlIn(markdown).length > 0);
const compared = markdownExamples.filter((example) => !withHtml.includes(example) && !linksInGfm.has(example.markdown));

test("all examples are present, and few have raw HTML", () => {
  expect(markdownExamples).toHaveLength(652 + 24);
  expect(withHtml).toHaveLength(72);
});

test.each(compared)("$name renders as specified", ({ markdown, html }) => {
  expect(drawnTree(drawnMarkdown(markdown))).toEqual(expectedTree(html));
});

test.each(withHtml)("$name shows its HTML as text, without creating an element", ({ markdown }) => {
  const { body } = new DOMParser().parseFromString(drawnMarkdown(markdown), "text/html");
  const shown = body.textContent?.replace(/\s+/g, "");
  for (const html of htmlIn(markdown)) expect(shown).toContain(html.replace(/\s+/g, ""));
  expect(body.querySelector("script, style, textarea, form, object, [onclick], [id='foo']")).toBeNull();
});

test("an example that grows in any steps ends like one rendered at once", () => {
  fc.assert(
    fc.property(fc.constantFrom(...markdownExamples), fc.array(fc.nat(60), { maxLength: 6 }), ({ markdown }, cuts) => {
      const { container, rerender, unmount } = render(<MarkdownBlocks text="" isLive isLast />, {
        wrapper: WithMessages,
      });
      for (const cut of cuts.toSorted((a, b) => a - b)) {
        rerender(<MarkdownBlocks text={markdown.slice(0, cut)} isLive isLast />);
      }
      act(() => rerender(<MarkdownBlocks text={markdown} isLive={false} isLast={false} />));
      const grown = drawnTree(container.innerHTML);
      unmount();
      expect(grown).toEqual(drawnTree(drawnMarkdown(markdown)));
    }),
    { numRuns: 200 },
  );
});
