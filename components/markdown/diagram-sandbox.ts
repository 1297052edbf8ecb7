import { basePath } from "@/lib/platform/build-info";
import type { ThemeColours } from "./use-theme-colours";

/** The result for a source: an SVG, or an error of one line; `time` if it took too long. */
export type DiagramResult = { readonly svg: string } | { readonly error: string };

/** Timeouts for loading the library and for one diagram, in milliseconds. */
const limits = { load: 30_000, draw: 8_000 } as const;
/** Maximum length of a source, in characters: a larger diagram would be unreadable. */
const maxSource = 20_000;
/** Maximum length of an SVG, in characters: a larger one would block the tab. */
const maxPicture = 2_000_000;

let frame: Promise<HTMLIFrameElement> | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Renders a diagram in a hidden frame with an opaque origin, one at a time.
 *
 * A frame that does not respond in time is removed; the next diagram gets a new one.
 */
export function renderDiagram(source: string, colours: ThemeColours): Promise<DiagramResult> {
  if (source.length > maxSource) return Promise.resolve({ error: `${source.length} > ${maxSource}` });
  const drawing = last.then(() => renderNow(source, colours));
  last = drawing;
  return drawing;
}

async function renderNow(source: string, colours: ThemeColours): Promise<DiagramResult> {
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
  // Laid out, because a diagram is measured, but invisible and not clickable.
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

/** Requests an SVG from the frame. The response is untrusted: it only becomes an image or a line of text. */
function ask(sandbox: HTMLIFrameElement, question: object): Promise<DiagramResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ error: "time" }), limits.draw);
    window.addEventListener("message", onMessage);
    sandbox.contentWindow?.postMessage(question, "*");

    function onMessage(event: MessageEvent) {
      if (event.source === sandbox.contentWindow) settle(parseDiagramResult(event.data));
    }
    function settle(drawing: DiagramResult) {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      resolve(drawing);
    }
  });
}

/** Parses the frame's response; anything but an SVG or a line of text counts as no response. */
export function parseDiagramResult(data: unknown): DiagramResult {
  if (typeof data !== "object" || data === null) return { error: "time" };
  const svg: unknown = Reflect.get(data, "svg");
  const error: unknown = Reflect.get(data, "error");
  if (typeof svg === "string" && svg.length <= maxPicture) return { svg };
  return { error: typeof error === "string" ? error.slice(0, 200) : "time" };
}
