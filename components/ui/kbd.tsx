"use client";
import { classNames } from "./class-names";
import styles from "./kbd.module.css";
import { keyNames, useIsMac } from "./keys";

/** Key caps for keys written as `Mod Shift O`; `bare` removes the box. */
export function Kbd({ keys, bare = false }: { readonly keys: string; readonly bare?: boolean }) {
  const names = keyNames(keys, useIsMac());
  return <kbd className={classNames(styles.cap, bare && styles.bare)}>{names.join(" ")}</kbd>;
}
