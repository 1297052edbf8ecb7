"use client";
import type { LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import styles from "./choice-row.module.css";
import { classNames } from "./class-names";
import { isRightToLeft } from "./direction";
import { Icon } from "./icon";
import { indexAfterKey } from "./walk-keys";

export interface Tab<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
}

export interface TabsProps<V extends string> {
  readonly label: string;
  /** Connects the tabs to their panel; unique in the document. */
  readonly name: string;
  readonly value: V;
  readonly tabs: readonly Tab<V>[];
  readonly onChange: (value: V) => void;
  readonly className?: string | undefined;
}

/** Tabs that choose the visible panel; arrow keys move and select. */
export function Tabs<V extends string>({ label, name, value, tabs, onChange, className }: TabsProps<V>) {
  const chosen = tabs.findIndex((tab) => tab.value === value);

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const isRtl = isRightToLeft(event.currentTarget);
    const next = indexAfterKey(event.key, chosen, tabs.length, { axis: "horizontal", isRightToLeft: isRtl });
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  }

  return (
    <div role="tablist" aria-label={label} className={classNames(styles.row, className)} onKeyDown={walk}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          id={tabId(name, tab.value)}
          type="button"
          role="tab"
          aria-selected={index === chosen}
          aria-controls={index === chosen ? panelId(name, tab.value) : undefined}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          className={styles.part}
          onClick={() => onChange(tab.value)}
        >
          {tab.icon && <Icon glyph={tab.icon} size="small" />}
          {tab.label}
        </button>
      ))}
    </div>
  );
}

export interface TabPanelProps {
  /** The `name` of the tabs, and the value of the tab that shows this panel. */
  readonly name: string;
  readonly value: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The panel of the selected tab. */
export function TabPanel({ name, value, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={panelId(name, value)} aria-labelledby={tabId(name, value)} className={className}>
      {children}
    </div>
  );
}

function tabId(name: string, value: string): string {
  return `${name}-tab-${value}`;
}

function panelId(name: string, value: string): string {
  return `${name}-panel-${value}`;
}
