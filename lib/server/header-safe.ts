/** Returns the values that are valid in a header; others would fail later, in an error that quotes them. */
export function headerSafe(values: readonly string[], name: string, problems: string[]): string[] {
  const safe = values.filter((value) => /^[\x21-\x7e]*$/.test(value));
  if (safe.length < values.length)
    problems.push(`${name} has blanks or other characters that no header can carry: enter it again without them.`);
  return safe;
}
