"use client";
import { Suspense, useState } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { isSealedLink } from "@/lib/links/sealed-fragment";

const pages = lazyGroup(() => import("./artifact-pages"));
const ArtifactPage = pages.component("ArtifactPage");
const SharedPage = pages.component("SharedPage");

/** A shared page, or the content of an encrypted link, alone on the screen. */
export function ArtifactScreen() {
  const [isSealed] = useState(() => isSealedLink(location.hash));
  return <Suspense>{isSealed ? <SharedPage /> : <ArtifactPage />}</Suspense>;
}
