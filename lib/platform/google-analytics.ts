import type { SiteAnalytics } from "@/lib/brand/brand";
import { basePath } from "@/lib/platform/build-info";
import { countedUrl } from "@/lib/platform/web-analytics";

/**
 * Starts Google's scripts in a sandboxed frame with an opaque origin, and returns the function that counts a visit. The
 * frame gets the address of a screen without query, hash and ids, and cannot read anything of this page.
 */
export function openGoogleAnalytics({ ga, gtm }: Pick<SiteAnalytics, "ga" | "gtm">): (url: string) => void {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.title = "Analytics";
  frame.src = `${basePath}/analytics/index.html`;
  const ready = new Promise<void>((resolve) => {
    addEventListener("message", function onMessage({ source }) {
      if (source !== frame.contentWindow) return;
      removeEventListener("message", onMessage);
      resolve();
    });
  });
  document.body.append(frame);
  return (url) => {
    // An opaque origin has no name that could be the target.
    void ready.then(() => frame.contentWindow?.postMessage({ ga, gtm, url: countedUrl(url) }, "*"));
  };
}
