/** Delay before a tooltip opens, and time it stays while the pointer crosses a gap, in milliseconds. */
const rest = 400;
const grace = 150;

/**
 * Watches a document for elements with `data-tip` under the pointer or in focus, and calls `show` with the one whose
 * tooltip should open. It opens after a delay, at once beside an open one, never by touch. Returns the function that
 * ends it.
 */
export function watchTips(page: Document, show: (target: HTMLElement | undefined) => void): () => void {
  let current: HTMLElement | undefined;
  let shown: HTMLElement | undefined;
  let isTouch = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(target: HTMLElement | undefined) {
    clearTimeout(timer);
    shown = target && isNeeded(target) ? target : undefined;
    show(shown);
  }

  function enter(target: HTMLElement | undefined) {
    if (target === current) return;
    current = target;
    clearTimeout(timer);
    if (target && shown) set(target);
    else if (target) timer = setTimeout(() => set(target), rest);
    else if (shown) timer = setTimeout(() => set(undefined), grace);
  }

  function pointerOver(event: PointerEvent) {
    if (event.pointerType === "touch") return;
    // The pointer may rest on the tooltip itself (WCAG 1.4.13).
    const isOnTip = elementOf(event)?.closest("[data-tip-layer]");
    enter(isOnTip ? shown : tipOf(event));
  }

  function focusIn(event: FocusEvent) {
    const target = tipOf(event);
    if (!isTouch && target?.matches(":focus-visible")) enter(target);
  }

  function focusOut(event: FocusEvent) {
    if (tipOf(event) === current) enter(undefined);
  }

  function pointerDown(event: PointerEvent) {
    isTouch = event.pointerType === "touch";
    set(undefined);
  }

  function keyDown(event: KeyboardEvent) {
    isTouch = false;
    if (["Escape", "Enter", " "].includes(event.key)) set(undefined);
  }

  function hide() {
    current = undefined;
    set(undefined);
  }

  const stop = new AbortController();
  // In the capture phase, because a component may stop propagation.
  const options = { capture: true, signal: stop.signal };
  page.addEventListener("pointerover", pointerOver, options);
  page.addEventListener("focusin", focusIn, options);
  page.addEventListener("focusout", focusOut, options);
  page.addEventListener("pointerdown", pointerDown, options);
  page.addEventListener("keydown", keyDown, options);
  page.addEventListener("scroll", hide, options);
  page.documentElement.addEventListener("pointerleave", hide, { signal: stop.signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** Whether a tooltip says more than is shown: that of a row only if its text is cut off, or not rendered. */
function isNeeded(target: HTMLElement): boolean {
  const text = target.dataset.tipRow === undefined ? null : target.querySelector("[data-tip-text]");
  return text === null || text.clientWidth === 0 || text.scrollWidth > text.clientWidth;
}

/** Returns the element of the tooltip, unless its menu is open: the tooltip would cover the menu. */
function tipOf(event: Event): HTMLElement | undefined {
  const target = elementOf(event)?.closest<HTMLElement>("[data-tip]");
  return target?.matches('[aria-haspopup][aria-expanded="true"]') ? undefined : (target ?? undefined);
}

function elementOf(event: Event): Element | undefined {
  return event.target instanceof Element ? event.target : undefined;
}
