import { expect, needsNode, test } from "./support/fixtures";

test("scripts of a page are sent compressed, with the headers of all files", needsNode, async ({ app }) => {
  const page = await (await fetch(`${app.url}/chat`)).text();
  const paths = [
    ...new Set([...page.matchAll(/src="(\/_next\/static\/chunks\/[^"]+\.js)"/g)].map(([, path = ""]) => path)),
  ];
  expect(paths.length).toBeGreaterThan(5);
  let plainBytes = 0;
  let sentBytes = 0;
  for (const path of paths) {
    const plain = await fetch(app.url + path, { headers: { "accept-encoding": "identity" } });
    const sent = await fetch(app.url + path, { headers: { "accept-encoding": "gzip, deflate, br" } });
    const text = await plain.text();
    expect(await sent.text()).toBe(text);
    expect([plain.headers.get("content-encoding"), plain.headers.get("content-type")]).toEqual([
      null,
      "text/javascript; charset=utf-8",
    ]);
    expect(sent.headers.get("content-encoding")).toBe(text.length < 1024 ? null : "br");
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "content-security-policy":
        "frame-ancestors 'none'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'",
    });
    plainBytes += Number(plain.headers.get("content-length"));
    sentBytes += Number(sent.headers.get("content-length"));
  }
  expect(sentBytes).toBeLessThan(plainBytes * 0.32);
  const missing = await fetch(`${app.url}/_next/static/chunks/missing.js`);
  expect(missing.status).toBe(404);
});
