import fc from "fast-check";
import { markupIn, withoutMarkup } from "@/lib/search/markup";

test.each([
  ["**Tides** and _moons_, *both* ~~none~~", "Tides and moons, both none"],
  ["snake_case_name, 2*3*4, a * b, __init__", "snake_case_name, 2*3*4, a * b, init"],
  ["run `a**b` or ``x`y``", "run a**b or x`y"],
  ["[the **shelf**](https://a.example/b_c_d) and ![a *map*](m.png)", "the shelf and a map"],
  ["a[0] (see) [note]", "a[0] (see) [note]"],
  ["not \\*stressed\\*", "not *stressed*"],
  ["## Heading\n> - [x] done\n- # one\n1. two", "Heading\ndone\none\n1. two"],
  ["before\n```js\na ** b; # c\n```\n**after**", "before\n\na ** b; # c\n\nafter"],
  ["| a | **b** |\n|---|:-:|\n| 1 | 2 |", " a  b \n\n 1  2 "],
  ["潮汐**很**高，`代码`。", "潮汐很高，代码。"],
  ["high ~ low, #tag, a - b", "high ~ low, #tag, a - b"],
])("parses %j as %j", (markdown, plain) => {
  expect(withoutMarkup(markdown)).toBe(plain);
});

test("every text is parsed completely, into ordered spans inside it", () => {
  const sign = fc.constantFrom("`", "*", "_", "[", "]", "(", ")", "\n", "|", "-", "#", " ", "a", "京", "\\", "~");
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 80 }), (signs) => {
      const text = signs.join("");
      let last = 0;
      for (const { start, end } of markupIn(text, 0, text.length)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThanOrEqual(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(text.length);
    }),
  );
});
