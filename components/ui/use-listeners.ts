"use client";
import { type RefObject, useEffect, useRef } from "react";

type Listeners = { readonly [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void };

/**
 * Adds listeners to an element that another component renders. The types of the events must not change between renders;
 * the listeners may.
 */
export function useListeners(
  element: RefObject<HTMLElement | null>,
  listeners: Listeners,
  { capture = false }: { readonly capture?: boolean } = {},
): void {
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });
  useEffect(() => {
    const controller = new AbortController();
    for (const type of Object.keys(latest.current)) {
      const call = (event: Event) => (latest.current as Record<string, (event: Event) => void>)[type]?.(event);
      element.current?.addEventListener(type, call, { capture, signal: controller.signal });
    }
    return () => controller.abort();
  }, [element, capture]);
}
