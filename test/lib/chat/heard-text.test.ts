import fc from "fast-check";
import { createHeardText } from "@/lib/chat/heard-text";

/** What is told when a text comes in these steps. */
function told(...steps: readonly string[]): string[] {
  const heard = createHeardText();
  let text = "";
  return steps.map((step, index) => {
    text += step;
    return heard.next(text, index === steps.length - 1);
  });
}

test("returns complete sentences as they arrive, and the rest at the end", () => {
  expect(told("The tide ", "rises. It", " falls! And", " so on")).toEqual([
    "",
    "The tide rises.",
    "It falls!",
    "And so on",
  ]);
});

test("returns a line when it ends, whatever its last character", () => {
  expect(told("# Tides\n- hi", "gh\n- low", "")).toEqual(["# Tides", "- high", "- low"]);
});

test("skips code blocks, also if they arrive in chunks", () => {
  expect(told("Look.\n``", "`js\nlet a = 1. ", "Not this.\n```\nThis. ", "End")).toEqual(["Look.", "", "This.", "End"]);
});

test("splits Chinese sentences at their punctuation", () => {
  expect(told("潮水涨了。它", "落了。", "")).toEqual(["潮水涨了。", "", "它落了。"]);
});

test("for any chunks of a text, each word is returned once", () => {
  const words = fc.array(fc.constantFrom("tide", "rises.", "falls!", "\n", "so"), { maxLength: 40 });
  fc.assert(
    fc.property(words, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (parts, sizes) => {
      const text = parts.join(" ");
      const steps: string[] = [];
      for (let start = 0, turn = 0; start < text.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        steps.push(text.slice(start, start + size));
        start += size;
      }
      const all = told(...steps, "").join(" ");
      expect(all.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
    }),
  );
});
