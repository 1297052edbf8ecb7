"use client";
import { useRouter } from "next/navigation";
import { useLayoutEffect } from "react";
import { isComposed } from "@/lib/chat/shortcuts";

/** Goes to the home page with Escape, unless a dialog or something else handles the key. */
export function useCloseScreen(): void {
  const router = useRouter();
  // As early as the other keys (`shortcut-keys.tsx`).
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isFree = !event.defaultPrevented && !isComposed(event) && !document.querySelector("dialog[open]");
      if (event.key === "Escape" && isFree) router.push("/");
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [router]);
}
