/**
 * Returns false only if a text has no formula in the syntax of `normalizeMath`. Cheaper than parsing: code with two
 * dollars may also return true.
 */
export function mayHaveFormulas(text: string): boolean {
  return /\$\$|\\[([]|(?<![\\$\w])\$(?![\s$])[^$\n]*[^\s$\\]\$(?![\d$])/.test(text);
}
