/** Fenced and inline code, whose content stays as it is: a fence may still be open at the end. */
const code = /(^|\n)(`{3,}|~{3,})[\s\S]*?(?:\n\2|$)|(`+)(?!`)[\s\S]*?[^`]\3(?!`)/g;

/**
 * Turns what models write around formulas into the double dollars that the Markdown parser knows (§3.14.2): `\[ … \]`
 * over any number of lines, `\( … \)` and `$ … $` on one line. Code is left alone, and so are prices.
 */
export function normalizeMath(text: string): string {
  if (!/\\[([]|\$/.test(text)) return text;
  let result = "";
  let from = 0;
  for (const match of text.matchAll(code)) {
    result += replaceBrackets(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + replaceBrackets(text.slice(from));
}

/**
 * A pair of single dollars around a formula: no space inside at either end, no digit after it, no word before it. So
 * "$5 and $6", "$5-$10" and "US$5" are prices.
 */
const dollars = /(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s$\\])\$(?![\d$])/g;

function replaceBrackets(text: string): string {
  return text
    .replace(/\\\[([\s\S]*?)\\\]/g, (_whole, tex: string) => `\n$$\n${tex.trim()}\n$$\n`)
    .replace(dollars, (_whole, tex: string) => `$$${tex}$$`)
    .replace(/\\\((.+?)\\\)/g, (_whole, tex: string) => `$$${tex.trim()}$$`);
}
