import { basePath } from "@/lib/platform/build-info";
import type { ThemeColours } from "./use-theme-colours";

/** What came of a source: a picture, one line that says what is wrong with it, or `time` when it took too long. */
export type Drawing = { readonly svg: string } | { readonly error: string };

/** How long the library may take to load, and how long one diagram may take, in milliseconds. */
const limits = { load: 30_000, draw: 8_000 } as const;
/** Longer sources are not drawn: nobody could read the picture. In characters. */
const maxSource = 20_000;
/** A picture beyond this would hold the page up. In characters. */
const maxPicture = 2_000_000;

let frame: Promise<HTMLIFrameElement> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a diagram in a hidden frame of an opaque origin, one at a time.
 *
 * A frame that does not answer in time is thrown away, with whatever it does; the next diagram gets a new one.
 */
export function drawDiagram(source: string, colours: ThemeColours): Promise<Drawing> {
  if (source.length > maxSource) return Promise.resolve({ error: `${source.length} > ${maxSource}` });
  const drawing = last.then(() => drawNow(source, colours));
  last = drawing;
  return drawing;
}

async function drawNow(source: string, colours: ThemeColours): Promise<Drawing> {
  frame ??= openFrame();
  const sandbox = await frame;
  const drawing = await ask(sandbox, { source, colours });
  if ("error" in drawing && drawing.error === "time") {
    sandbox.remove();
    frame = null;
  }
  return drawing;
}

function openFrame(): Promise<HTMLIFrameElement> {
  const sandbox = document.createElement("iframe");
  sandbox.sandbox.add("allow-scripts");
  sandbox.src = `${basePath}/diagram/index.html`;
  sandbox.tabIndex = -1;
  sandbox.setAttribute("aria-hidden", "true");
  // Laid out, because a diagram is measured, but neither seen nor touched.
  sandbox.style.cssText =
    "position:fixed;inset-block-start:0;inset-inline-start:0;inline-size:1200px;block-size:800px;border:0;opacity:0;pointer-events:none;visibility:hidden";
  const loaded = new Promise<HTMLIFrameElement>((resolve) => {
    const timer = setTimeout(() => resolve(sandbox), limits.load);
    sandbox.addEventListener("load", () => {
      clearTimeout(timer);
      resolve(sandbox);
    });
  });
  document.body.append(sandbox);
  return loaded;
}

/** Asks the frame for a picture and reads its answer, which is not trusted: it becomes an image or a line of text. */
function ask(sandbox: HTMLIFrameElement, question: object): Promise<Drawing> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ error: "time" }), limits.draw);
    window.addEventListener("message", onMessage);
    sandbox.contentWindow?.postMessage(question, "*");

    function onMessage(event: MessageEvent) {
      if (event.source === sandbox.contentWindow) settle(readDrawing(event.data));
    }
    function settle(drawing: Drawing) {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      resolve(drawing);
    }
  });
}

/** Reads what the frame answers; whatever is neither a picture nor a line of text counts as no answer. */
export function readDrawing(data: unknown): Drawing {
  if (typeof data !== "object" || data === null) return { error: "time" };
  const svg: unknown = Reflect.get(data, "svg");
  const error: unknown = Reflect.get(data, "error");
  if (typeof svg === "string" && svg.length <= maxPicture) return { svg };
  return { error: typeof error === "string" ? error.slice(0, 200) : "time" };
}
