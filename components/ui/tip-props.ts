/** Returns the attributes that give an element a tooltip: a name, and the keys that do the same. */
export function tipProps(label: string, keys?: string) {
  return { "data-tip": label, "data-tip-keys": keys } as const;
}
