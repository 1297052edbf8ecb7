"use client";
import { lazy, Suspense } from "react";

const NotFoundScreen = lazy(async () => {
  const { NotFoundScreen } = await import("@/components/shell/not-found-screen");
  return { default: NotFoundScreen };
});

/** Every page contains this for unknown URLs; the screen is lazy-loaded. */
export default function NotFound() {
  return (
    <Suspense>
      <NotFoundScreen />
    </Suspense>
  );
}
