/** What no page of ours asks the browser for; the microphone is for speech. */
const unusedFeatures = [
  "camera",
  "display-capture",
  "geolocation",
  "hid",
  "midi",
  "payment",
  "serial",
  "usb",
  "accelerometer",
  "gyroscope",
  "magnetometer",
];

/**
 * The content policy as far as it holds for every page of every build. Where scripts may come from is not in it: that
 * needs the hashes of each page's inline scripts (docs/decisions/0013).
 */
export const contentPolicy =
  "frame-ancestors 'none'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

/**
 * The files that show what a model wrote: only our own pages may frame them, and they have no origin even where they are
 * opened by themselves. What they may load stands in them (docs/decisions/0023).
 */
export const framedPages = ["preview.html", "diagram/index.html"];
export const framedPolicy = "frame-ancestors 'self'; sandbox allow-scripts allow-forms";

/**
 * A header of pages, but not of framed files: a window that another site opens shares nothing with ours. The window of a
 * sign-in can still be closed by the page that opened it, which the value `same-origin` would forbid.
 */
export const openerPolicy = { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" };

/** The caching of pages: browsers and shared caches revalidate each time. */
const pageCaching = { key: "Cache-Control", value: "max-age=0, must-revalidate" };

/** What every file of every build is sent with, in the order in which it is written. */
export const commonHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  // Browsers would look up the hosts of links in a reply, and a host name can carry data.
  { key: "X-DNS-Prefetch-Control", value: "off" },
  {
    key: "Permissions-Policy",
    value: ["microphone=(self)", ...unusedFeatures.map((name) => `${name}=()`)].join(", "),
  },
];

/**
 * Returns the headers that a server build sends, in the form of Next's `headers`.
 *
 * API replies have content policies of their own, which one from here would stand beside or replace.
 */
export function securityHeaders() {
  return [
    {
      source: "/:path*",
      headers: [...commonHeaders, { key: "X-Frame-Options", value: "DENY" }],
    },
    // Two rules, since below a base path the first page's address has no slash at its end.
    ...["/", "/((?!api/).+)"].map((source) => ({
      source,
      headers: [{ key: "Content-Security-Policy", value: contentPolicy }, openerPolicy],
    })),
    // Pages alone, whose names have no dot: Next would let shared caches keep them for a year.
    ...["/", "/((?!api/|_next/)[^.]+)"].map((source) => ({ source, headers: [pageCaching] })),
    // After those above: of two values for one header the last counts.
    {
      source: `/(${framedPages.join("|")})`,
      headers: [
        { key: "Content-Security-Policy", value: framedPolicy },
        { key: "X-Frame-Options", value: "SAMEORIGIN" },
        // A sandboxed document cannot have another.
        { key: openerPolicy.key, value: "unsafe-none" },
      ],
    },
  ];
}
