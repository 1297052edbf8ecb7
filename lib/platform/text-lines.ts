/** A vertical range in an element, in pixels from the element's top. */
interface Place {
  readonly top: number;
  readonly bottom: number;
}

/** Returns the vertical ranges of an element's text lines and images. */
export function linesOf(element: Element): Place[] {
  const { top } = element.getBoundingClientRect();
  const place = (rect: DOMRect): Place => ({ top: rect.top - top, bottom: rect.bottom - top });
  const range = document.createRange();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const places: Place[] = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    for (const rect of range.getClientRects()) places.push(place(rect));
  }
  for (const image of element.querySelectorAll("img, svg")) places.push(place(image.getBoundingClientRect()));
  return places;
}
