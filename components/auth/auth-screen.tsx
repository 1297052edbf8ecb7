"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const AccessPage = lazyWithWords(async () => (await import("./access-page")).AccessPage);

/** The access screen of a site with an access code. */
export function AuthScreen() {
  return (
    <Suspense>
      <AccessPage />
    </Suspense>
  );
}
