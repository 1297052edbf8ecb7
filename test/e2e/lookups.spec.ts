import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { expect, needsServer, test } from "./support/fixtures";

/** Ways in which a page can name a host, each with a host name of its own. */
const markup: Readonly<Record<string, (address: string) => string>> = {
  "dns-hint": (address) => `<link rel="dns-prefetch" href="${address}">`,
  "dns-hints-on": (address) => `<meta http-equiv="x-dns-prefetch-control" content="on"><a href="${address}">x</a>`,
  preconnect: (address) => `<link rel="preconnect" href="${address}">`,
  prefetch: (address) => `<link rel="prefetch" href="${address}"><link rel="prerender" href="${address}">`,
  preload: (address) => `<link rel="preload" as="image" href="${address}"><link rel="modulepreload" href="${address}">`,
  stylesheet: (address) => `<link rel="stylesheet" href="${address}"><style>@import url("${address}");</style>`,
  image: (address) => `<img src="${address}"><style>p { background: url("${address}") }</style><p>x</p>`,
  font: (address) =>
    `<style>@font-face { font-family: f; src: url("${address}") } p { font-family: f }</style><p>x</p>`,
  media: (address) => `<video poster="${address}" src="${address}"></video>`,
  drawing: (address) => `<svg><image href="${address}"/><use href="${address}#a"/></svg>`,
  object: (address) => `<object data="${address}"></object><embed src="${address}">`,
  frame: (address) => `<iframe src="${address}"></iframe>`,
  "shadow-frame": (address) =>
    `<div><template shadowrootmode="open"><iframe src="${address}"></iframe></template></div>`,
  "inner-frame": (address) => `<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${address}">'></iframe>`,
  refresh: (address) => `<meta http-equiv="refresh" content="0;url=${address}">`,
  rules: (address) => `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${address}"]}]}</script>`,
};

const running: Readonly<Record<string, (address: string) => string>> = {
  location: (address) => `location.href = "${address}"`,
  submit: (address) =>
    `const form = document.createElement("form"); form.action = "${address}"; document.body.append(form); form.submit()`,
  fetch: (address) => `fetch("${address}")`,
  beacon: (address) => `navigator.sendBeacon("${address}", "x")`,
  socket: (address) => `new WebSocket("${address}".replace("https", "wss"))`,
  peer: (address) => `new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL("${address}").host }] })`,
  window: (address) => `open("${address}")`,
  "late-hint": (address) =>
    `const link = document.createElement("link"); link.rel = "preconnect"; link.href = "${address}"; document.head.append(link)`,
  "late-rules": (address) =>
    `const rules = document.createElement("script"); rules.type = "speculationrules"; rules.textContent = JSON.stringify({ prefetch: [{ source: "list", urls: ["${address}"], eagerness: "immediate" }] }); document.head.append(rules)`,
};

/** What a page that the user runs can have looked up, in one browser or another (docs/security.md). */
const open = ["runs-frame", "runs-inner-frame", "runs-location", "runs-refresh", "runs-shadow-frame", "runs-submit"];

const addressOf = (name: string) => `https://${name}.lookup.invalid/x`;

test(
  "a generated page causes no DNS lookups, except by navigating away if it runs scripts @R7.5",
  needsServer,
  async ({ app }) => {
    const log = test.info().outputPath("lookups.json");
    const executablePath = process.env.CHROMIUM_PATH;
    const browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", `--log-net-log=${log}`],
    });
    const page = await browser.newPage();
    const pages = [
      ...Object.entries(markup).flatMap(([name, write]) => [
        { html: write(addressOf(`stays-${name}`)), mayRun: false },
        { html: write(addressOf(`runs-${name}`)), mayRun: true },
      ]),
      ...Object.entries(running).map(([name, write]) => ({
        html: `<body><script>${write(addressOf(`runs-${name}`))}</script>`,
        mayRun: true,
      })),
    ];
    await page.goto(`${app.url}/settings`);
    const loaded = await page.evaluate(async (all) => {
      // The log has these names if logging works.
      new Image().src = "https://control.lookup.invalid/";
      const frames = all.map(
        (shown) =>
          new Promise<string>((resolve) => {
            const frame = document.createElement("iframe");
            frame.src = "/preview.html";
            frame.sandbox.add("allow-scripts", "allow-forms");
            document.body.append(frame);
            frame.onload = () => {
              frame.contentWindow?.postMessage({ ...shown, hasNetwork: false }, "*");
              // A page that leaves at once may report no size, so no message is waited for.
              setTimeout(() => resolve("loaded"), 2000);
            };
          }),
      );
      return Promise.all(frames);
    }, pages);
    expect(loaded).toEqual(pages.map(() => "loaded"));
    await browser.close();
    const names = readFileSync(log, "utf8").matchAll(/([a-z-]+)\.lookup\.invalid/g);
    const lookedUp = [...new Set([...names].map(([, name = ""]) => name))].filter((name) => !open.includes(name));
    expect(lookedUp).toEqual(["control"]);
  },
);
