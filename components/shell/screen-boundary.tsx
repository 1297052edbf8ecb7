"use client";
import { Component, type ReactNode } from "react";
import { ErrorScreen } from "./error-screen";

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
    return error ? <ErrorScreen error={error} componentStack={componentStack} /> : this.props.children;
  }
}
