"use client";
import { lazy, Suspense, useState } from "react";
import type { ConfirmDialogProps } from "./confirm";

const loadConfirm = () => import("./confirm");
const ConfirmDialog = lazy(() => loadConfirm().then((confirm) => ({ default: confirm.ConfirmDialog })));

/** Fetches the dialog ahead of its first use. */
export function preloadConfirm(): void {
  loadConfirm().catch((error: unknown) => console.warn("The dialog could not be fetched yet.", error));
}

/** A confirmation whose code is loaded when it is first asked for; no screen needs it before. */
export function LaterConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
