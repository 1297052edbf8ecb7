/** Values of the template variables except the input. */
export interface TemplateValues {
  readonly ServiceProvider: string;
  readonly cutoff: string;
  readonly model: string;
  readonly time: string;
  readonly lang: string;
}

const inputVariable = "{{input}}";

/**
 * Inserts the user's text into the input template. If the template has no `{{input}}`, the text follows the template;
 * if the text already starts with the template, it is returned unchanged. Unknown variables, and those in the text,
 * remain.
 */
export function fillInputTemplate(template: string, input: string, values: TemplateValues): string {
  if (template.trim() === "" || input.startsWith(template)) return input;
  const whole = template.includes(inputVariable) ? template : `${template}\n${inputVariable}`;
  const all: ReadonlyMap<string, string> = new Map([...Object.entries(values), ["input", input]]);
  // A replacer function, because `$&` in a replacement string has a special meaning.
  return whole.replace(/\{\{(\w+)\}\}/g, (variable, name) => all.get(name) ?? variable);
}
