// Turns the source of a diagram into a picture, for the page that holds this one in a sandbox. A script of the page, not
// a module: a module cannot be loaded by a page without an origin.

/** What the text of a diagram may not set for itself. */
const secure = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering"];
const ours = [
  "htmlLabels",
  "theme",
  "themeCSS",
  "themeVariables",
  "fontFamily",
  "fontSize",
  "darkMode",
  "dompurifyConfig",
];

const font = "system-ui, sans-serif";

/** The colours of the app on the shapes of all kinds of diagrams. */
function themeCss(colours) {
  return `
    .node rect, .node circle, .node ellipse, .node polygon, .node path, .actor, .labelBox, .task, .classGroup rect,
    .er.entityBox, .statediagram-state rect.basic { fill: ${colours.well}; stroke: ${colours["line-control"]}; stroke-width: 1px; }
    .node rect, .actor { rx: 8px; ry: 8px; }
    text, tspan, .nodeLabel, .label text, .label tspan, .messageText, .actor > tspan, .titleText, .pieTitleText { fill: ${colours.ink} !important; }
    .edgePath path, .flowchart-link, path.flowchart-link, .messageLine0, .messageLine1, .actor-line, .relation, .transition { stroke: ${colours["ink-3"]}; stroke-width: 1.4px; fill: none; }
    .arrowheadPath, .marker, .marker path, #arrowhead path { fill: ${colours["ink-3"]}; stroke: ${colours["ink-3"]}; }
    .edgeLabel rect, .edgeLabel .background, .labelBkg { fill: ${colours.sheet} !important; opacity: 1; }
    .edgeLabel text, .edgeLabel tspan { fill: ${colours["ink-2"]} !important; }
    .cluster rect { fill: none; stroke: ${colours["line-2"]}; }
    .note { fill: ${colours.well}; stroke: ${colours["line-2"]}; }
  `;
}

function configure(colours) {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: 20_000,
    maxEdges: 400,
    secure: [...secure, ...ours],
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    state: { htmlLabels: false },
    theme: "base",
    themeVariables: {
      fontSize: "13px",
      background: colours.sheet,
      primaryColor: colours.well,
      primaryTextColor: colours.ink,
      primaryBorderColor: colours["line-control"],
      lineColor: colours["ink-3"],
      textColor: colours.ink,
    },
    fontFamily: font,
    themeCSS: themeCss(colours),
  });
}

/** An image has a size of its own, and is well-formed XML. */
function asImage(text) {
  const svg = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 600 400").split(/[\s,]+/);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.style.maxWidth = "";
  return new XMLSerializer().serializeToString(svg);
}

async function draw({ source, colours }) {
  try {
    configure(colours);
    const { svg } = await mermaid.render("diagram", source);
    return { svg: asImage(svg) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: message.split("\n", 1)[0] };
  }
}

if (self.origin === "null" && parent !== self) {
  addEventListener("message", async ({ source, data }) => {
    if (source === parent) parent.postMessage(await draw(data), "*");
  });
}
