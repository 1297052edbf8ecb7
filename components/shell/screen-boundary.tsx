"use client";
import { Component, type ReactNode } from "react";
import { LazyErrorScreen } from "./lazy-error-screen";

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
    return <LazyErrorScreen error={error} componentStack={componentStack} />;
  }
}
