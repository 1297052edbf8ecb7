"use client";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { isRightToLeft } from "./direction";
import { indexAfterKey } from "./walk-keys";

export interface ToolbarProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A row of controls with a single Tab stop; arrows, Home and End move within it. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (bar.current) keepOneTabStop(controlsIn(bar.current));
  });

  function focus(event: FocusEvent<HTMLDivElement>) {
    const controls = controlsIn(event.currentTarget);
    const control = controls.find((each) => each === event.target);
    if (control) keepOneTabStop(controls, control);
  }

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const controls = controlsIn(event.currentTarget);
    const control = controls.find((each) => each === event.target);
    if (!control || ownsArrows(control)) return;
    const isRtl = isRightToLeft(event.currentTarget);
    const index = controls.indexOf(control);
    const next = indexAfterKey(event.key, index, controls.length, { axis: "horizontal", isRightToLeft: isRtl });
    if (next === undefined) return;
    event.preventDefault();
    controls[next]?.focus();
  }

  return (
    <div ref={bar} role="toolbar" aria-label={label} className={className} onFocus={focus} onKeyDown={walk}>
      {children}
    </div>
  );
}

function controlsIn(bar: Element): HTMLElement[] {
  return [
    ...bar.querySelectorAll<HTMLElement>("button:not(:disabled, [hidden]), a[href], input:not(:disabled), select"),
  ];
}

function keepOneTabStop(controls: readonly HTMLElement[], wanted?: HTMLElement): void {
  const before = controls.find((control) => control.getAttribute("tabindex") === "0");
  const stop = wanted ?? before ?? controls[0];
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
}

/** Whether a control uses the arrow keys itself, as text fields and selects do. */
function ownsArrows(control: Element): boolean {
  return control instanceof HTMLSelectElement || (control instanceof HTMLInputElement && control.type !== "checkbox");
}
