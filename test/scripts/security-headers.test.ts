import { securityHeaders } from "../../scripts/security-headers.mjs";

interface Rule {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/** Returns the headers of an address as Next applies the rules: each one that matches below the base path adds its own. */
function headersOf(basePath: string, path: string): Record<string, string> {
  const rules: readonly Rule[] = securityHeaders();
  const matching = rules.filter(({ source }) => {
    const below = source === "/" && basePath !== "" ? "" : source.replace("/:path*", "(?:/.*)?");
    return new RegExp(`^${basePath}${below}$`).test(path);
  });
  return Object.fromEntries(matching.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])));
}

const common = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-DNS-Prefetch-Control": "off",
  "Permissions-Policy":
    "microphone=(self), camera=(), display-capture=(), geolocation=(), hid=(), midi=(), payment=(), serial=(), usb=(), accelerometer=(), gyroscope=(), magnetometer=()",
  "X-Frame-Options": "DENY",
};
const contentPolicy =
  "frame-ancestors 'none'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

const ofPages = {
  ...common,
  "Content-Security-Policy": contentPolicy,
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
};

test.each([
  ["", "/"],
  ["", "/chat"],
  ["", "/settings"],
  ["", "/artifacts/abc"],
  ["", "/apis"],
  ["/base", "/base"],
  ["/base", "/base/chat"],
])("below the base path %j the page %s has all headers, and shared caches do not store it @H5.4", (basePath, path) => {
  const caching = { "Cache-Control": "max-age=0, must-revalidate" };
  expect(headersOf(basePath, path)).toEqual({ ...ofPages, ...caching });
});

test.each([
  ["", "/_next/static/chunks/main.js"],
  ["", "/icon-192.png"],
  ["/base", "/base/serviceWorker.js"],
])("below the base path %j the file %s has the caching of files", (basePath, path) => {
  expect(headersOf(basePath, path)).toEqual(ofPages);
});

test.each([
  ["", "/api/config"],
  ["", "/api/openai/v1/chat/completions"],
  ["/base", "/base/api/config"],
])("below the base path %j the address %s keeps the content policy of its reply", (basePath, path) => {
  expect(headersOf(basePath, path)).toEqual(common);
});

test.each([
  ["", "/preview.html"],
  ["", "/diagram/index.html"],
  ["", "/run/index.html"],
  ["/base", "/base/preview.html"],
])("below the base path %j the file %s may be framed by our pages alone, and has no origin", (basePath, path) => {
  const headers = headersOf(basePath, path);
  expect(headers["Content-Security-Policy"]).toBe("frame-ancestors 'self'; sandbox allow-scripts allow-forms");
  expect(headers["X-Frame-Options"]).toBe("SAMEORIGIN");
  expect(headers["Cross-Origin-Opener-Policy"]).toBe("unsafe-none");
});
