"use client";
import { useRouter } from "next/navigation";
import { Suspense, useEffect } from "react";
import { lazyGroup } from "@/components/lazy-group";

const AccessPage = lazyGroup(() => import("./access-page")).component("AccessPage");

/** The access screen of a site with an access code. The desktop app has no site, and leads to the settings. */
export function AuthScreen() {
  const router = useRouter();
  useEffect(() => {
    if (process.env.BUILD_APP) router.replace("/settings");
  }, [router]);
  if (process.env.BUILD_APP) return null;
  return (
    <Suspense>
      <AccessPage />
    </Suspense>
  );
}
