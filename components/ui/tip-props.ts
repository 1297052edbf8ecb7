/** Returns the attributes that give an element a tooltip: a label, and its keyboard shortcut. */
export function tipProps(label: string, keys?: string) {
  return { "data-tip": label, "data-tip-keys": keys } as const;
}

/**
 * Returns the attributes of a tooltip for a row of a list, which repeats its text: it opens beside the row, if the element
 * with `data-tip-text` in it does not show all of its text.
 */
export function rowTipProps(label: string) {
  return { "data-tip": label, "data-tip-row": "" } as const;
}
