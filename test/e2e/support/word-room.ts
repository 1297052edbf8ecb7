/**
 * In the page: names the words that have no room, the controls that stand on one another, and what leaves the window.
 * Returns nothing where all is well. It is handed to the page as it stands: it uses nothing from around it.
 */
export function wordsWithoutRoom(): string[] {
  const controls =
    "button, a[href], input, select, textarea, summary, label, legend, h1, h2, h3, dt, th, " +
    '[role="tab"], [role^="menuitem"], [role="option"], [role="switch"], [role="radio"], [role="slider"]';
  /** What scrolls sideways by design: code, tables, formulas, diagrams, and strips of tabs. */
  const strips =
    "pre, table, figure, .katex, .katex-display, [role=tablist], [role=toolbar], [class*=contents], textarea, select, input";
  /** What stands above other things, and is not compared with them. */
  const layers = '[popover], [role="listbox"], [role="menu"], [role="dialog"], [role="alertdialog"], dialog';
  const faults = new Set<string>();
  const tell = (what: string, element: Element, text = nameOf(element)) =>
    faults.add(`${what}: ${element.tagName.toLowerCase()} “${text.trim().slice(0, 60)}”`);

  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }

  function nameOf(element: Element): string {
    return element.getAttribute("aria-label") ?? element.textContent ?? "";
  }

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { width, height } = around.getBoundingClientRect();
      const style = getComputedStyle(around);
      // Words for screen readers alone.
      if (style.position === "absolute" && (width <= 1 || height <= 1 || style.clipPath !== "none")) return false;
      if (around.matches('[class*="skip"], [inert]')) return false;
    }
    return true;
  }

  function cuts(overflow: string): boolean {
    return overflow === "hidden" || overflow === "clip";
  }

  function scrolls(overflow: string): boolean {
    return overflow === "auto" || overflow === "scroll";
  }

  /**
   * Is what a place cuts off to be had in full? It ends in an ellipsis, and a title or a tooltip around or in it has the
   * rest; a description of several lines, and what is as long as a paragraph, is read where it is opened.
   */
  function isCompleted(place: Element, text: string, isHigh: boolean): boolean {
    const style = getComputedStyle(place);
    const isClamped = style.getPropertyValue("-webkit-line-clamp") !== "none";
    const hasEllipsis = isClamped || (style.textOverflow === "ellipsis" && !isHigh);
    if (hasEllipsis && (isClamped || text.trim().length > 60) && !text.includes("⟦")) return true;
    const told = "[title], [data-tip], [aria-label]";
    return hasEllipsis && (place.closest("[title], [data-tip]") !== null || place.querySelector(told) !== null);
  }

  const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });

  /** What is seen of a box within all that cuts it off or scrolls around it. */
  function seenPart(box: Box, from: Element): Box | undefined {
    let { left, right, top, bottom } = box;
    for (let around: Element | null = from; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const edge = around.getBoundingClientRect();
      if (style.overflowX !== "visible") [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (style.overflowY !== "visible") [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return right - left > 1 && bottom - top > 1 ? { left, right, top, bottom } : undefined;
  }

  /** Tells of a box that is cut off on its way up, or leaves the window where nothing scrolls to it. */
  function judge(box: Box, from: Element, text: string): void {
    let isScrolledX = false;
    let isScrolledY = false;
    for (let around: Element | null = from; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      isScrolledX ||= scrolls(style.overflowX) || around.matches(strips);
      isScrolledY ||= scrolls(style.overflowY);
      const isWide = !isScrolledX && cuts(style.overflowX) && (box.left < edge.left - 1 || box.right > edge.right + 1);
      const isHigh = !isScrolledY && cuts(style.overflowY) && (box.top < edge.top - 3 || box.bottom > edge.bottom + 3);
      if ((isWide || isHigh) && !isCompleted(around, text, isHigh))
        tell(isWide ? "cut off" : "cut off in height", around, text);
      if (isWide || isHigh) return;
    }
    if (!isScrolledX && (box.left < -1 || box.right > innerWidth + 1)) tell("outside the window", from, text);
  }

  // Every text, in what cuts it off and in the control that it names.
  const inkOf = new Map<Element, Box[]>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const place = node.parentElement;
    if (!node.nodeValue?.trim() || !place || place.closest("script, style, svg, .katex, textarea, option")) continue;
    if (!isSeen(place)) continue;
    range.selectNodeContents(node);
    const control = place.closest(controls);
    const edge = control && getComputedStyle(control).display !== "inline" && control.getBoundingClientRect();
    for (const rect of range.getClientRects()) {
      if (rect.width <= 1 || rect.height <= 1) continue;
      judge(rect, place, node.nodeValue);
      const seen = seenPart(rect, place);
      if (!seen) continue;
      if (control) inkOf.set(control, [...(inkOf.get(control) ?? []), seen]);
      const isWide = edge && (seen.left < edge.left - 1 || seen.right > edge.right + 1);
      const isHigh = edge && (seen.top < edge.top - 3 || seen.bottom > edge.bottom + 3);
      if (control && (isWide || isHigh)) tell(isWide ? "wider than its control" : "higher than its control", control);
    }
  }

  // Two controls of which one stands on the words, the picture or the field of the other.
  const shown = [...document.querySelectorAll(controls)].filter(
    (each) => each.matches(":not(h1, h2, h3, dt, th)") && isSeen(each),
  );
  for (const control of shown) {
    const isField = control.matches('input, select, textarea, [role="slider"]');
    const pictures = isField ? [control] : control.querySelectorAll("svg, img");
    const boxes = [...pictures].map((each) => seenPart(boxOf(each.getBoundingClientRect()), each));
    if (!control.matches(strips) || isField)
      judge(control.getBoundingClientRect(), control.parentElement ?? control, nameOf(control));
    inkOf.set(control, [...(inkOf.get(control) ?? []), ...boxes.filter((box) => box !== undefined)]);
  }
  const layerOf = new Map(shown.map((control) => [control, layerAround(control)]));
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      if (layerOf.get(one) !== layerOf.get(other) || one.contains(other) || other.contains(one)) continue;
      const ink = inkOf.get(other) ?? [];
      if (isCover(one, other) || isCover(other, one)) continue;
      if (inkOf.get(one)?.some((box) => ink.some((each) => isOver(box, each))))
        tell("stands on another", other, `${nameOf(one).trim().slice(0, 40)}” and “${nameOf(other)}`);
    }
  }

  function layerAround(element: Element): Element | undefined {
    for (let around: Element | null = element; around; around = around.parentElement) {
      if (around.matches(layers) || ["fixed", "sticky"].includes(getComputedStyle(around).position)) return around;
    }
    return undefined;
  }

  /** A field that takes the whole place of a row while the row is renamed. */
  function isCover(field: Element, row: Element): boolean {
    const inner = row.getBoundingClientRect();
    const outer = field.getBoundingClientRect();
    const isAround = outer.top <= inner.top + 1 && outer.bottom >= inner.bottom - 1 && outer.width >= inner.width - 2;
    return isAround && field.matches("input") && getComputedStyle(field).position === "absolute";
  }

  function isOver(one: Box, other: Box): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 2 && height > 4;
  }

  // Nothing scrolls sideways but what is made to.
  if (document.documentElement.scrollWidth > innerWidth)
    faults.add(`the page scrolls sideways: ${document.documentElement.scrollWidth}`);
  for (const each of document.querySelectorAll(
    "main, main *, aside *, dialog *, [role=dialog], [role=dialog] *, [popover]",
  )) {
    if (each.scrollWidth <= each.clientWidth + 1 || !scrolls(getComputedStyle(each).overflowX)) continue;
    if (isSeen(each) && !each.matches(strips) && !each.querySelector(":scope > pre, :scope > table"))
      tell("scrolls sideways", each);
  }
  return [...faults];
}

/**
 * In the page: names the words of the app's own without the brackets of the languages for tests, but for names. It is handed
 * to the page as it stands.
 */
export function wordsNotInLocales(): string[] {
  /** What people, models and files wrote. */
  const foreign =
    "article [class*=markdown], [dir=auto], span[dir], body [lang], bdi, code, kbd, pre, textarea, option, script, style, svg";
  const found = new Set<string>();
  const paragraphOf = (place: Element): Element | null => {
    let around: Element | null = place;
    while (around && getComputedStyle(around).display.startsWith("inline")) around = around.parentElement;
    return around;
  };
  const hasWords = (text: string) => /\p{L}{2}/u.test(text);
  // A sentence stays within its paragraph.
  let paragraph: Element | null = null;
  let depth = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const place = node.parentElement;
    if (!place || !node.nodeValue || !place.checkVisibility({ visibilityProperty: true })) continue;
    const around = paragraphOf(place);
    if (around !== paragraph) depth = 0;
    paragraph = around;
    let bare = "";
    for (const letter of node.nodeValue) {
      if (letter === "⟦") depth += 1;
      else if (letter === "⟧") depth -= 1;
      else if (depth === 0) bare += letter;
    }
    if (hasWords(bare) && !place.closest(foreign)) found.add(bare.trim());
  }
  for (const name of [
    "aria-label",
    "placeholder",
    "title",
    "alt",
    "data-tip",
    "aria-valuetext",
    "aria-roledescription",
  ]) {
    for (const each of document.querySelectorAll(`[${name}]`)) {
      const text = each.getAttribute(name) ?? "";
      if (hasWords(text) && !text.includes("⟦") && !each.closest(foreign)) found.add(text.trim());
    }
  }
  return [...found];
}
