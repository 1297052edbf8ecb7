/** Part of the visible height above a mark. */
const spaceAbove = 1 / 3;

/** Scrolls a box until a mark in it is in its upper half, and nothing else. */
export function scrollToMark(box: HTMLElement, mark: HTMLElement): void {
  const distance = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += distance - box.clientHeight * spaceAbove;
}
