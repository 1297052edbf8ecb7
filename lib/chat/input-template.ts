/** What the variables of an input template stand for, besides the input itself. */
export interface TemplateValues {
  readonly ServiceProvider: string;
  readonly cutoff: string;
  readonly model: string;
  readonly time: string;
  readonly lang: string;
}

const inputVariable = "{{input}}";

/**
 * Puts a person's text into the input template: below it where the template has no place for it, and not where
 * the text already begins with the whole template. Unknown variables stay as they are, and so does all of the text.
 */
export function fillInputTemplate(template: string, input: string, values: TemplateValues): string {
  if (template.trim() === "" || input.startsWith(template)) return input;
  const whole = template.includes(inputVariable) ? template : `${template}\n${inputVariable}`;
  const all: ReadonlyMap<string, string> = new Map([...Object.entries(values), ["input", input]]);
  // A function, since `$&` in a text that replaces another is more than itself.
  return whole.replace(/\{\{(\w+)\}\}/g, (variable, name) => all.get(name) ?? variable);
}
