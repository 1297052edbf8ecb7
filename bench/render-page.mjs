/**
 * Runs in a page before anything else: counts frames, and records when a reply has ended, and when its last byte and,
 * optionally, its last words arrived. It runs on the measured thread, so it must be cheap. So words are only searched
 * for in replies whose processor time is not measured.
 */
export function watchRendering() {
  const seen = { frames: 0, lastWord: 0, lastByte: 0 };
  let isOn = false;
  let startedAt = 0;
  let words = "";
  const changes = new MutationObserver(() => {
    if (seen.lastWord > 0 || !document.querySelector("main").textContent.includes(words)) return;
    requestAnimationFrame(() => {
      seen.lastWord = performance.timeOrigin + performance.now();
    });
  });

  function onFrame() {
    if (!isOn) return;
    seen.frames += 1;
    requestAnimationFrame(onFrame);
  }

  window.rendering = {
    start(lastWords) {
      isOn = true;
      startedAt = performance.now();
      words = lastWords;
      const whole = { childList: true, characterData: true, subtree: true };
      if (words) changes.observe(document.querySelector("main"), whole);
      requestAnimationFrame(onFrame);
    },
    /** Resolves when the Stop button is gone. */
    ended() {
      const form = document.querySelector("[enterkeyhint=send]").closest("form");
      const isBusy = () => form.querySelector("[aria-label=Stop]") !== null;
      return new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (isBusy()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(form, { childList: true, subtree: true });
        if (!isBusy()) resolve();
      });
    },
    stop() {
      isOn = false;
      changes.disconnect();
      // The reply is the first request; titles follow.
      const reply = performance
        .getEntriesByType("resource")
        .find(({ name, startTime }) => startTime > startedAt && name.includes("/chat/completions"));
      seen.lastByte = performance.timeOrigin + reply.responseEnd;
      return seen;
    },
  };
}

/** Starts recording the tasks of a page's main thread; `longest` ends it and returns the longest, in milliseconds. */
export async function recordTasks(browser, page) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  return {
    longest: async () => {
      const { traceEvents } = JSON.parse(await browser.stopTracing());
      const { frames } = traceEvents.find(({ name }) => name === "TracingStartedInBrowser").args.data;
      const page = frames.find(({ parent }) => parent === undefined).processId;
      const isMain = ({ name, pid, args }) => name === "thread_name" && pid === page && args.name === "CrRendererMain";
      const { tid: main } = traceEvents.find(isMain);
      // Processor time, so that other programs do not affect it.
      const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && pid === page && tid === main);
      return Math.max(0, ...tasks.map(({ tdur }) => tdur / 1000));
    },
  };
}
