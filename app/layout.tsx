import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/noto-sans-bengali/wght.css";
import "@fontsource-variable/vazirmatn/wght.css";
import "@fontsource-variable/wix-madefor-text/wght.css";
import "@fontsource-variable/wix-madefor-text/wght-italic.css";
import "./tokens.css";
import "./globals.css";
import "./first-screen.css";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { firstLanguageScript, loadGreetingScript } from "@/components/shell/greetings";
import { askForBrand } from "@/lib/platform/brand-file";
import { basePath } from "@/lib/platform/build-info";
import { firstPaint } from "@/lib/platform/first-paint";
import { openedLinkScript } from "@/lib/platform/opened-link";

/** Static pages are folders (next.config.mjs), so their paths end with a slash. */
const { buildMode } = JSON.parse(process.env.BUILD_INFO ?? "{}");
const basePathCode = process.env.BASE_PATH_CODE ?? '""';
const linkScript = openedLinkScript(basePathCode, buildMode === "export" ? "/" : "");
const brandScript = `(${askForBrand.toString()})(${basePathCode})`;

export const metadata: Metadata = {
  // Pages do not contain the brand's name: it comes from config.json, which is not known at build time.
  icons: { icon: `${basePath}/favicon.svg`, apple: `${basePath}/icon-192.png` },
  referrer: "no-referrer",
  // Facts of the build for the browser, in one tag.
  other: { config: process.env.BUILD_INFO ?? "{}" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafafa" },
    { media: "(prefers-color-scheme: dark)", color: "#151515" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The script below changes attributes before React hydrates them.
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, as text, before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: firstLanguageScript() }} />
        {/* A static host sends no headers. This tag prevents DNS lookups for the hosts of links in a reply before a click. */}
        <meta httpEquiv="x-dns-prefetch-control" content="off" />
        {/* With credentials, because a site behind its own sign-in requires them for this file, too. */}
        <link rel="manifest" href={`${basePath}/manifest.webmanifest`} crossOrigin="use-credentials" />
      </head>
      <body suppressHydrationWarning>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own functions, as text, before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: `${linkScript};${brandScript};(${firstPaint.toString()})()` }} />
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, as text, before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: await loadGreetingScript() }} />
      </body>
    </html>
  );
}
