"use client";
import { Suspense, useState } from "react";
import { lazyGroup } from "@/components/lazy-group";

const pages = lazyGroup(() => import("./artifact-pages"));
const ArtifactPage = pages.component("ArtifactPage");
const SharedPage = pages.component("SharedPage");

/** A shared page, or the content of an encrypted link, alone on the screen. */
export function ArtifactScreen() {
  // The fragment of an encrypted link starts with the version of its format.
  const [isSealed] = useState(() => /^#\d/.test(location.hash));
  return <Suspense>{isSealed ? <SharedPage /> : <ArtifactPage />}</Suspense>;
}
