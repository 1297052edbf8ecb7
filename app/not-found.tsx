"use client";
import { lazy, Suspense } from "react";

const NotFoundScreen = lazy(async () => {
  const { NotFoundScreen } = await import("@/components/shell/not-found-screen");
  return { default: NotFoundScreen };
});

/** What every page carries for addresses that lead nowhere: it comes when there is one. */
export default function NotFound() {
  return (
    <Suspense>
      <NotFoundScreen />
    </Suspense>
  );
}
