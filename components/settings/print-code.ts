import styles from "./seal-dialog.module.css";

/** Prints a text alone on a page. */
export function printCode(text: string): void {
  const sheet = document.createElement("pre");
  sheet.className = styles.printed ?? "";
  sheet.textContent = text;
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  print();
}
