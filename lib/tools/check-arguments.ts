/** Maximum length of a validation message, in characters. */
const maxErrorChars = 500;

/**
 * Returns the validation errors of a call's arguments; undefined if they are valid, or if the schema itself is invalid:
 * then the tool reports errors.
 */
export async function argumentErrors(
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
      .slice(0, maxErrorChars);
  } catch {
    return undefined;
  }
}

/** Removes patterns from a schema: an untrusted regular expression could block the page forever. */
function withoutPatterns<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      (key === "pattern" && typeof value === "string") || key === "patternProperties" ? undefined : value,
    ),
  ) as T;
}
