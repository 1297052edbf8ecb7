/** Returns the attributes that give an element a tooltip: a label, and its keyboard shortcut. */
export function tipProps(label: string, keys?: string) {
  return { "data-tip": label, "data-tip-keys": keys } as const;
}
