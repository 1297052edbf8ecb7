/** As long as nothing changes, in milliseconds, an element counts as drawn. */
const quietMs = 200;
/** After this time, in milliseconds, it is taken as it is. */
const mostMs = 8000;

/** Waits until an element is drawn: its parts are loaded, and so are its fonts and its images. */
export async function settled(element: Element): Promise<void> {
  await new Promise<void>((resolve) => {
    let timer = setTimeout(end, quietMs);
    const last = setTimeout(end, mostMs);
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
  // An image that cannot be drawn is left as the browser shows it.
  await Promise.allSettled([...element.querySelectorAll("img")].map((image) => image.decode()));
}
