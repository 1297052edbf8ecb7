"use client";
import { classNames } from "./class-names";
import styles from "./kbd.module.css";
import { keyNames, useIsMac } from "./keys";

/** A key cap for keys written as `Mod Shift O`; `bare` leaves out the box. */
export function Kbd({ keys, bare = false }: { readonly keys: string; readonly bare?: boolean }) {
  const names = keyNames(keys, useIsMac());
  return <kbd className={classNames(styles.cap, bare && styles.bare)}>{names.join(" ")}</kbd>;
}
