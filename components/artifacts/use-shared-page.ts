"use client";
import { useEffect, useState } from "react";
import { type AppError, toAppError } from "@/lib/errors";
import { readSharedPage } from "@/store/sharing/shared-pages";

export type SharedPageState =
  | { readonly state: "loading" | "gone" }
  | { readonly state: "ready"; readonly html: string }
  | { readonly state: "failed"; readonly error: AppError };

/** Returns the state of a shared page; `again` reloads it. */
export function useSharedPage(id: string): { readonly page: SharedPageState; readonly again: () => void } {
  const [page, setPage] = useState<SharedPageState>({ state: "loading" });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry has the same dependencies
  useEffect(() => {
    let isCurrent = true;
    setPage({ state: "loading" });
    readSharedPage(id).then(
      (html) => isCurrent && setPage(html === undefined ? { state: "gone" } : { state: "ready", html }),
      (thrown) => isCurrent && setPage({ state: "failed", error: toAppError(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, tries]);

  return { page, again: () => setTries(tries + 1) };
}
