// Counts visits with Google's scripts, in a sandboxed frame that knows nothing of the app but the path of the screen
// (docs/decisions/0083). The page sends `{ ga, gtm, url }` for each screen.

// In an opaque origin, reading cookies throws. Without them, each page load is a new visitor.
Object.defineProperty(document, "cookie", { get: () => "", set() {} });

window.dataLayer = [];

function gtag() {
  // biome-ignore lint/complexity/noArguments: Google's script expects this object, not an array
  window.dataLayer.push(arguments);
}

function load(path) {
  const script = document.createElement("script");
  script.src = `https://www.googletagmanager.com/${path}`;
  script.async = true;
  document.head.append(script);
}

let isStarted = false;

function start({ ga, gtm }) {
  gtag("consent", "default", { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" });
  if (ga) {
    gtag("js", new Date());
    gtag("config", ga, {
      send_page_view: false,
      client_storage: "none",
      client_id: crypto.randomUUID(),
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    });
    load(`gtag/js?id=${ga}`);
  }
  if (gtm) {
    window.dataLayer.push({ "gtm.start": Date.now(), event: "gtm.js" });
    load(`gtm.js?id=${gtm}`);
  }
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || typeof data?.url !== "string") return;
  const ga = /^G-[A-Z0-9]{4,20}$/.test(data.ga) ? data.ga : "";
  const gtm = /^GTM-[A-Z0-9]{4,12}$/.test(data.gtm) ? data.gtm : "";
  // Google's script would send the frame's own address and title otherwise.
  const page = { page_location: data.url, page_title: new URL(data.url).pathname, page_referrer: "" };
  gtag("set", page);
  if (!isStarted) start({ ga, gtm });
  isStarted = true;
  if (ga) gtag("event", "page_view", page);
  if (gtm) window.dataLayer.push({ event: "page_view", ...page });
});

parent.postMessage({ isReady: true }, "*");
