"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const AccessPage = lazyWithWords(async () => (await import("./access-page")).AccessPage);

/** The way in where the operator asks for an access code. */
export function AuthScreen() {
  return (
    <Suspense>
      <AccessPage />
    </Suspense>
  );
}
