/** Time without changes after which an element counts as rendered, in milliseconds. */
const quietMs = 200;
/** Maximum wait, in milliseconds. */
const maxMs = 8000;

/** Waits until an element is rendered: its lazy-loaded parts, fonts and images are loaded. */
export async function settled(element: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    let timer = setTimeout(end, quietMs);
    const last = setTimeout(end, maxMs);
    const changes = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, quietMs);
    });
    changes.observe(element, { subtree: true, childList: true, characterData: true });
    function end() {
      changes.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      resolve();
    }
  });
  await document.fonts.ready;
  // An image that fails to decode remains as the browser displays it.
  await Promise.allSettled([...element.querySelectorAll("img")].map((image) => image.decode()));
}
