"use client";
import { Component, lazy, type ReactNode, Suspense } from "react";

/** Comes when it is needed; where it cannot, the error goes on to the error page of the app, which is there already. */
const ErrorScreen = lazy(() =>
  import("./error-screen").then(
    (loaded) => ({ default: loaded.ErrorScreen }),
    () => ({ default: Rethrow }),
  ),
);

function Rethrow({ error }: { readonly error: Error; readonly componentStack?: string | undefined }): never {
  throw error;
}

interface ScreenBoundaryState {
  readonly error?: Error;
  /** Which parts of the screen the one that failed stands in, from the innermost. */
  readonly componentStack?: string;
}

/** Puts the error screen in the place of the app when a part of it cannot be drawn. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, ScreenBoundaryState> {
  override state: ScreenBoundaryState = {};

  static getDerivedStateFromError(thrown: unknown): ScreenBoundaryState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(_error: unknown, { componentStack }: { componentStack?: string | null }): void {
    this.setState({ componentStack: componentStack ?? "" });
  }

  override render(): ReactNode {
    const { error, componentStack } = this.state;
    if (!error) return this.props.children;
    return (
      <Suspense>
        <ErrorScreen error={error} componentStack={componentStack} />
      </Suspense>
    );
  }
}
