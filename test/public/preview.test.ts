import { readFileSync } from "node:fs";

/** The script of the frame, which runs in a browser without a build. */
const [, code = ""] = /<script>([\s\S]*)<\/script>/.exec(readFileSync("public/preview.html", "utf8")) ?? [];

interface FrameMessage {
  readonly source: unknown;
  readonly data: unknown;
}

/** Runs the script in a sandboxed frame with a page in it. Returns what it forwards of a message of the page. */
function startFrame() {
  const sent: unknown[] = [];
  const parent = { postMessage: (data: unknown) => sent.push(data) };
  const page = {};
  const element = () => ({ setAttribute: () => {}, outerHTML: "", contentWindow: page });
  const document = {
    createElement: element,
    body: { replaceChildren: () => {} },
    documentElement: { style: {} },
  };
  let receive: (message: FrameMessage) => void = () => {};
  const listen = (_type: string, listener: typeof receive) => {
    receive = listener;
  };
  new Function("self", "parent", "document", "addEventListener", code)({ origin: "null" }, parent, document, listen);
  receive({ source: parent, data: { html: "<p>", mayRun: true, hasNetwork: false, view: {} } });
  return (data: unknown) => {
    sent.length = 0;
    receive({ source: page, data });
    return sent;
  };
}

test.each<[string, unknown, readonly unknown[]]>([
  ["a height and a title", { height: 90, title: "Tides", more: 1 }, [{ height: 90, title: "Tides" }]],
  ["a long title", { height: 90, title: "x".repeat(1000) }, [{ height: 90, title: "x".repeat(200) }]],
  ["a title that is no text", { height: 90, title: ["x"] }, [{ height: 90, title: "" }]],
  ["a height that is no number", { height: "9".repeat(1000), title: "Tides" }, []],
  ["an infinite height", { height: Number.POSITIVE_INFINITY, title: "Tides" }, []],
  ["nothing", null, []],
])("the frame of a preview forwards of %s only a number and a short text @R7.5 @T9.12", (_name, data, forwarded) => {
  expect(startFrame()(data)).toEqual(forwarded);
});
