/** Runs in a page before anything else: counts frames and notes the last change while it is asked to. */
export function watchRendering() {
  const seen = { frames: 0, lastChange: 0 };
  let isOn = false;
  const changes = new MutationObserver(() => {
    seen.lastChange = performance.timeOrigin + performance.now();
  });

  function onFrame() {
    if (!isOn) return;
    seen.frames += 1;
    requestAnimationFrame(onFrame);
  }

  window.rendering = {
    start() {
      isOn = true;
      changes.observe(document.querySelector("main"), { childList: true, characterData: true, subtree: true });
      requestAnimationFrame(onFrame);
    },
    stop() {
      isOn = false;
      changes.disconnect();
      return seen;
    },
  };
}

/** Starts to record the tasks of a page's main thread; `longest` ends it and answers the longest, in milliseconds. */
export async function recordTasks(browser, page) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  return {
    longest: async () => {
      const { traceEvents } = JSON.parse(await browser.stopTracing());
      const mains = new Set(
        traceEvents
          .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
          .map(({ pid, tid }) => `${pid} ${tid}`),
      );
      // Processor time, so that other work on the computer does not count.
      const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && mains.has(`${pid} ${tid}`));
      return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1000));
    },
  };
}
