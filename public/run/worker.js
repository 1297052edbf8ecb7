// The part of the workers of /run/index.html that both languages share. The page puts it before the other part, which has
// the function `self.run`.

/** Maximum length of the printed text, in characters. */
const maxText = 100_000;
/** Number of texts that are posted at once, so that none is lost if the code is stopped. */
const maxImmediate = 1000;
/** Time between later messages with printed text, in milliseconds. */
const flushMs = 100;

/** Posts the items of a run. Much printed text is collected, because the frame limits the number of messages. */
function createReport() {
  let text = "";
  let left = maxText;
  let flushed = 0;
  let count = 0;
  const flush = () => {
    if (text !== "") postMessage({ type: "text", text });
    text = "";
    flushed = performance.now();
  };
  return {
    flush,
    post(item) {
      if (item.type !== "text") {
        flush();
        return postMessage(item);
      }
      text += item.text.slice(0, left);
      left -= Math.min(left, item.text.length);
      if (++count <= maxImmediate || performance.now() - flushed > flushMs) flush();
    },
  };
}

async function runOnce({ data }) {
  const report = createReport();
  try {
    await self.run(data, report);
  } catch (error) {
    report.post({ type: "error", text: String(error) });
  }
  report.flush();
  postMessage({ type: "end" });
}

addEventListener("message", runOnce, { once: true });
