/** The longest explanation of a misfit, in characters. */
const maxMisfitChars = 500;

/**
 * Returns what of a call's arguments does not fit the tool's parameters; nothing where all fits, or where the schema
 * itself cannot be read: then the tool says what is wrong.
 */
export async function misfitOf(
  args: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { Validator } = await import("@cfworker/json-schema");
  try {
    const { valid, errors } = new Validator(withoutPatterns(parameters), "2020-12", false).validate(args);
    if (valid) return undefined;
    return errors
      .map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`)
      .join("\n")
      .slice(0, maxMisfitChars);
  } catch {
    return undefined;
  }
}

/** A foreign pattern could keep the page busy for ever, so none is tried. */
function withoutPatterns<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === "pattern" && typeof value === "string") || key === "patternProperties" ? undefined : value,
    ),
  ) as T;
}
