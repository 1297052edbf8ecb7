import { useEffect, useEffectEvent, useRef, useState } from "react";
import { onPageLeave } from "@/lib/platform/page-leave";

/** Pause in typing after which a text is passed on, in milliseconds. */
const pauseMs = 600;

/**
 * Returns the value and the handlers of a text field whose changes are expensive to store. Typed text is passed on after
 * a pause, when the field loses the focus or is unmounted, and when the tab is hidden or closed.
 */
export function useDeferredText(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState<string>();
  const pending = useRef<string>(undefined);

  function passOn() {
    const text = pending.current;
    if (text === undefined) return;
    pending.current = undefined;
    setTyped(undefined);
    onChange(text);
  }

  const passOnNow = useEffectEvent(passOn);

  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => passOnNow(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    const pass = () => passOnNow();
    const stopListening = onPageLeave("change", pass);
    document.addEventListener("visibilitychange", pass);
    return () => {
      stopListening();
      document.removeEventListener("visibilitychange", pass);
      pass();
    };
  }, []);

  return {
    value: typed ?? value,
    onChange(text: string) {
      pending.current = text;
      setTyped(text);
    },
    onBlur: passOn,
  };
}
