"use client";
import { lazy, Suspense } from "react";
import { basePath } from "@/lib/platform/build-info";
import { isLoadError } from "@/lib/platform/load-error";

interface ErrorScreenProps {
  readonly error: Error & { readonly digest?: string };
  /** The React components around the error. */
  readonly componentStack?: string | undefined;
}

const ErrorScreen = lazy(() =>
  import("./error-screen").then(
    (loaded) => ({ default: loaded.ErrorScreen }),
    () => ({ default: PlainErrorScreen }),
  ),
);

/** The error screen, lazy-loaded, because every first screen would pay for it. */
export function LazyErrorScreen(props: ErrorScreenProps) {
  return (
    <Suspense>
      <ErrorScreen {...props} />
    </Suspense>
  );
}

/** The texts of the plain error screen: English, identical to its locale (a test compares them). */
export const plainWords = {
  title: "Oops, something went wrong!",
  notLoaded:
    "The app couldn’t be loaded completely. Check your network, then reload. Your chats are still stored on this device.",
  reload: "Reload",
  saveData: "Save my data",
};

/** The error screen if its own code cannot be loaded, as after an update or without a network. */
export function PlainErrorScreen({ error }: ErrorScreenProps) {
  return (
    <main>
      <h1>{plainWords.title}</h1>
      <p>{isLoadError(error) ? plainWords.notLoaded : error.message}</p>
      <button type="button" onClick={() => location.reload()}>
        {plainWords.reload}
      </button>{" "}
      <a href={`${basePath}/rescue/index.html`}>{plainWords.saveData}</a>
    </main>
  );
}
