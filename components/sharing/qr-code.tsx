"use client";
import { useEffect, useState } from "react";
import styles from "./qr-code.module.css";

/** Maximum number of bytes in a QR code, at its lowest error correction. https://www.qrcode.com/en/about/version.html */
export const maxQrBytes = 2953;

/** A QR code, black on white in every theme, because not every camera reads inverted codes. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [modules, setModules] = useState<boolean[][]>([]);

  useEffect(() => {
    let isCurrent = true;
    import("qr").then(
      ({ encodeQR }) => isCurrent && setModules(encodeQR(text, "raw", { ecc: "low", border: quietModules })),
      (error: unknown) => console.warn("Could not create a QR code.", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);

  if (modules.length === 0) return null;
  return (
    <svg className={styles.code} viewBox={`0 0 ${modules.length} ${modules.length}`} role="img" aria-label={label}>
      <path d={pathOf(modules)} />
    </svg>
  );
}

/** Width of the white border, in modules. The standard asks for four. */
const quietModules = 4;

/** Returns the black modules as a path, with one rectangle for each run of a row. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => {
      const bits = row.map((isBlack) => (isBlack ? "1" : "0")).join("");
      return [...bits.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
    })
    .join("");
}
