import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { newHome, openWindow, removeHome } from "./window.mjs";

const nodes = existsSync("/dev/dri") ? readdirSync("/dev/dri") : [];
const hasGpu =
  nodes.some((name) => name.startsWith("renderD")) || existsSync("/dev/nvidiactl") || existsSync("/dev/dxg");

test("without a GPU, the window is shown without OpenGL", { skip: hasGpu && "This computer has a GPU." }, async () => {
  const home = newHome();
  const window = await openWindow(home);
  try {
    await window.shows("How can I help you?");
    const maps = readFileSync(`/proc/${window.appId()}/maps`, "utf8");
    assert.ok(maps.includes("libwebkit2gtk"));
    assert.doesNotMatch(maps, /_dri\.so|libgallium|libLLVM/);
  } finally {
    await window.close();
    removeHome(home);
  }
});
