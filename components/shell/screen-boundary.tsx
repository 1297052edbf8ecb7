"use client";
import { Component, lazy, type ReactNode, Suspense } from "react";

/** Lazy-loaded. If that fails, the app's error page, which is already loaded, handles the error. */
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
  /** The component stack of the error, innermost first. */
  readonly componentStack?: string;
}

/** Replaces the app by the error screen when a part of it fails to render. */
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
