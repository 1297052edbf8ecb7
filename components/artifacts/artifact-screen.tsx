"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const ArtifactPage = lazyWithWords(async () => (await import("./artifact-page")).ArtifactPage);

/** A shared page, alone on the screen. */
export function ArtifactScreen() {
  return (
    <Suspense>
      <ArtifactPage />
    </Suspense>
  );
}
