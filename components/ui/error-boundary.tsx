"use client";

import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What stands in place of children that cannot be drawn. */
  readonly fallback: ReactNode;
  /** When it changes, the children are tried again. */
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
  readonly resetKey: string | undefined;
}

/** Keeps an error while drawing to the part of the page where it happens. React knows boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
