"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";

const AccessPage = lazyGroup(() => import("./access-page")).component("AccessPage");

/** The access screen of a site with an access code. */
export function AuthScreen() {
  return (
    <Suspense>
      <AccessPage />
    </Suspense>
  );
}
