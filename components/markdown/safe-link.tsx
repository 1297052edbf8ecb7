import type { ReactNode } from "react";
import { tipProps } from "@/components/ui/tip-props";
import { guardLink } from "./guard-link";

/** The schemes that a link in a message may have; everything else is shown as text. */
const schemes = new Set(["http:", "https:", "mailto:"]);

/** The longest address in a tooltip, in characters. */
const maxTipChars = 200;

/**
 * Renders a link of a message. Foreign ones open in a new tab without a referrer and show their host: in a tooltip under
 * a mouse and at keyboard focus, behind the text where there is no mouse. A host in other scripts is shown as punycode.
 */
export function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const address = href ?? "";
  if (isOwnRoute(address)) return <a href={address}>{children}</a>;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // In `https://good@evil` the host is not what it looks like.
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

/** A path of ours or a place on the page; `//host` and `/\host`, with a tab between or not, lead elsewhere and are none. */
function isOwnRoute(address: string): boolean {
  if (!/^[#/]/.test(address) || !URL.canParse(address, ownPage.href)) return false;
  return new URL(address, ownPage).host === ownPage.host;
}

/** Stands for the page, against which the browser reads an address. */
const ownPage = new URL("https://own.invalid");
