/** Number of frames of a scroll through the list, and pixels per frame: faster than a spun wheel. */
const frames = 240;
const pixelsAFrame = 180;

/**
 * Scrolls the list frame by frame. Returns the cost of a frame, and whether the viewport was always filled with rows.
 */
export async function scrollThrough(page, devtools) {
  const before = await workOf(devtools);
  const seen = await page.getByRole("navigation", { name: "Chats" }).evaluate(
    async (view, { frames, pixelsAFrame }) => {
      let rows = 0;
      let missing = 0;
      for (let frame = 0; frame < frames; frame++) {
        view.scrollTop += pixelsAFrame;
        await new Promise(requestAnimationFrame);
        await new Promise((resolve) => setTimeout(resolve));
        const places = [...view.querySelectorAll("li")];
        rows = Math.max(rows, places.length);
        const { top, bottom } = view.getBoundingClientRect();
        const inSight = places.filter((row) => {
          const box = row.getBoundingClientRect();
          return box.bottom > top && box.top < bottom;
        });
        const height = inSight.reduce((sum, row) => sum + row.offsetHeight + 1, 0);
        // Captions take space, too.
        if (height < bottom - top - 120) missing += 1;
      }
      return { rows, missing };
    },
    { frames, pixelsAFrame },
  );
  const after = await workOf(devtools);
  const aFrame = (kind) => Math.round(((after[kind] - before[kind]) / frames) * 10) / 10;
  return { ...seen, mean: aFrame("all"), own: aFrame("own") };
}

/** Types each text into the palette. Returns the 95th percentile of the cost of a key. */
export async function filter(page, devtools, texts) {
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await field.waitFor();
  // The search worker starts.
  await page.waitForTimeout(3000);
  return (await keyCosts(page, devtools, { field, texts })).at(0.95);
}

/**
 * Types each text into a field, and measures each key. `at` of the result returns the cost of a key, in milliseconds, that a
 * share of the keys does not exceed.
 */
export async function keyCosts(page, devtools, { field, texts, afterKey = async () => {} }) {
  const costs = [];
  for (const words of texts) {
    await field.fill("");
    await page.evaluate(twoFrames);
    for (const key of words) {
      const before = await workOf(devtools);
      await page.keyboard.type(key);
      await page.evaluate(twoFrames);
      costs.push((await workOf(devtools)).own - before.own);
      await afterKey();
    }
  }
  costs.sort((one, other) => one - other);
  return { at: (share) => Math.round((costs[Math.floor(costs.length * share)] ?? 0) * 10) / 10 };
}

/** In the page: resolves once pending changes are rendered. */
export function twoFrames() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Returns the main thread's work so far, in milliseconds. */
export async function workOf(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const ms = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  return {
    own: ms("ScriptDuration") + ms("LayoutDuration") + ms("RecalcStyleDuration"),
    all: ms("TaskDuration"),
  };
}
