import type { ReactNode } from "react";
import { tipProps } from "@/components/ui/tip-props";
import { guardLink } from "./guard-link";

/** The allowed schemes of a link in a message; any other link is shown as text. */
const schemes = new Set(["http:", "https:", "mailto:"]);

/** Maximum length of an address in a tooltip, in characters. */
const maxTipChars = 200;

/**
 * A link in a message. External links open in a new tab without a referrer and show their host: in a tooltip on hover
 * and focus, or after the text without a mouse. A host in other scripts is shown as punycode.
 */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const address = href ?? "";
  if (isOwnRoute(address)) return <a href={address}>{children}</a>;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // In `https://good@evil` the host is not what it seems.
  if (!url || !schemes.has(url.protocol) || url.username || url.password) return <>{children}</>;
  const host = url.host || url.pathname;
  const isNamed = children === host || children === address || children === url.href;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      data-host={isNamed ? undefined : host}
      {...tipProps(url.href.length > maxTipChars ? `${url.href.slice(0, maxTipChars)}…` : url.href)}
      onClick={guardLink}
      onAuxClick={guardLink}
    >
      {children}
    </a>
  );
}

/**
 * Whether an address is a path of this app or an anchor. `//host` and `/\host`, also with a tab between the slashes,
 * lead to other hosts.
 */
function isOwnRoute(address: string): boolean {
  if (!/^[#/]/.test(address) || !URL.canParse(address, ownPage.href)) return false;
  return new URL(address, ownPage).host === ownPage.host;
}

/** A placeholder base URL against which an address is resolved. */
const ownPage = new URL("https://own.invalid");
