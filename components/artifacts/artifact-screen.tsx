"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";

const ArtifactPage = lazyGroup(() => import("./artifact-page")).component("ArtifactPage");

/** A shared page, alone on the screen. */
export function ArtifactScreen() {
  return (
    <Suspense>
      <ArtifactPage />
    </Suspense>
  );
}
