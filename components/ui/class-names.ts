/** Returns the truthy class names as the value of one `class` attribute. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
