/** Browser features that our pages do not use. The microphone is used for speech. */
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
 * The part of the content security policy that all pages of all builds share. It has no script sources, which need the
 * hashes of each page's inline scripts (docs/decisions/0013).
 */
export const contentPolicy =
  "frame-ancestors 'none'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'";

/**
 * The files that show content of models, run their code, or load scripts that count visits. Only our pages may frame them, and they have an opaque origin even if opened
 * directly. Their own policies limit what they load (docs/decisions/0023).
 */
export const framedPages = ["preview.html", "diagram/index.html", "run/index.html", "analytics/index.html"];
export const framedPolicy = "frame-ancestors 'self'; sandbox allow-scripts allow-forms";

/**
 * A header of pages, but not of framed files: it isolates our window from those of other sites. The value `same-origin`
 * would also prevent a page from closing its sign-in popup.
 */
export const openerPolicy = { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" };

/** Caching of pages: browsers and shared caches revalidate each time. */
const pageCaching = { key: "Cache-Control", value: "max-age=0, must-revalidate" };

/** Headers of every file in every build, in order. */
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

/** Headers of every response of a server, in order. */
export const serverHeaders = [...commonHeaders, { key: "X-Frame-Options", value: "DENY" }];

/** Headers that are no part of API responses. */
const pageHeaders = [{ key: "Content-Security-Policy", value: contentPolicy }, openerPolicy];

/** Headers of the files of a build that a server sends. */
export const fileHeaders = [...serverHeaders, ...pageHeaders];

/**
 * Returns the headers of a server build, in the form of Next's `headers`.
 *
 * API responses have their own content policies, which these headers would duplicate or replace.
 */
export function securityHeaders() {
  return [
    {
      source: "/:path*",
      headers: serverHeaders,
    },
    // Two rules, because below a base path the URL of the first page has no trailing slash.
    ...["/", "/((?!api/).+)"].map((source) => ({
      source,
      headers: pageHeaders,
    })),
    // Only pages, whose names contain no dot: Next would let shared caches store them for a year.
    ...["/", "/((?!api/|_next/)[^.]+)"].map((source) => ({ source, headers: [pageCaching] })),
    // After those above: the last of two values for a header wins.
    {
      source: `/(${framedPages.join("|")})`,
      headers: [
        { key: "Content-Security-Policy", value: framedPolicy },
        { key: "X-Frame-Options", value: "SAMEORIGIN" },
        // A sandboxed document may not have any other value.
        { key: openerPolicy.key, value: "unsafe-none" },
      ],
    },
  ];
}
