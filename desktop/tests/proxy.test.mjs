import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { newHome, openWindow, removeHome } from "./window.mjs";

const home = newHome();
let window;

after(async () => {
  await window?.close();
  removeHome(home);
});

test("requests of the app go through the proxy of the environment", async () => {
  const asked = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url);
    response.end("from the proxy");
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const http_proxy = `http://127.0.0.1:${proxy.address().port}`;
  window = await openWindow(home, { http_proxy });
  const text = await window.run(async () => {
    const request = { id: 4_000_000, method: "GET", url: "http://provider.example/v1", headers: {}, redirect: "error" };
    const description = new TextEncoder().encode(JSON.stringify(request));
    const framed = new Uint8Array(4 + description.length);
    new DataView(framed.buffer).setUint32(0, description.length, true);
    framed.set(description, 4);
    const { invoke } = window.__TAURI_INTERNALS__;
    await invoke("http_send", framed);
    return new TextDecoder().decode(await invoke("http_read", { id: request.id }));
  });
  assert.equal(text, "from the proxy");
  assert.deepEqual(asked, ["http://provider.example/v1"]);
  proxy.closeAllConnections();
  proxy.close();
});
