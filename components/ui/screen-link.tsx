"use client";
import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";
import { screenAddress } from "@/lib/platform/build-info";

interface ScreenLinkProps extends ComponentProps<"a"> {
  /** The path of a screen, with query and hash. */
  readonly href: string;
}

/**
 * A link to another screen. The screen is prefetched when the pointer or the focus is on its link, not when the link is
 * shown: most first visits stay on one screen. Next's own link adds 2 kB to the first screen for what this leaves out.
 */
export function ScreenLink({ href, onPointerEnter, onFocus, onClick, ...rest }: ScreenLinkProps) {
  const router = useRouter();

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    // The browser opens these in a new tab or window, or downloads them.
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    router.push(href);
  }

  return (
    <a
      href={screenAddress(href)}
      onPointerEnter={(event) => {
        router.prefetch(href);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        router.prefetch(href);
        onFocus?.(event);
      }}
      onClick={follow}
      {...rest}
    />
  );
}
