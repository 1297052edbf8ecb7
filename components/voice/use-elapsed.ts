import { useEffect, useState } from "react";
import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Returns the time since a moment, as minutes and seconds. */
export function useElapsed(since: number | null): string {
  const [now, setNow] = useState(since ?? 0);
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(browserEnvironment.now()), 500);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
