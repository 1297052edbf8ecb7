/** Whether an element is in right-to-left text, by the nearest `dir` attribute. */
export function isRightToLeft(element: Element): boolean {
  return element.closest("[dir]")?.getAttribute("dir") === "rtl";
}
