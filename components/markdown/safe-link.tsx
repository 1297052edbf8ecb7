import type { ReactNode } from "react";

/** The schemes that a link in a message may have; everything else is shown as text (security R7.2). */
const schemes = new Set(["http:", "https:", "mailto:"]);

/** Draws a link of a message: foreign ones open in a new tab and say nothing of where they come from. */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const address = href ?? "";
  if (isOwnRoute(address)) return <a href={address}>{children}</a>;
  if (!URL.canParse(address) || !schemes.has(new URL(address).protocol)) return <>{children}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {children}
    </a>
  );
}

/** A path of ours or a place on the page; `//host` and `/\host`, with a tab between or not, lead elsewhere and are none. */
function isOwnRoute(address: string): boolean {
  if (!/^[#/]/.test(address) || !URL.canParse(address, ownPage.href)) return false;
  return new URL(address, ownPage).host === ownPage.host;
}

/** Stands for the page, against which the browser reads an address. */
const ownPage = new URL("https://own.invalid");
