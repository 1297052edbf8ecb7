import { chatAsPage } from "@/lib/export/chat-page";
import { takeSnapshot } from "@/lib/platform/snapshot";

/** Returns a sheet as a self-contained HTML page. */
export async function paperPage(paper: HTMLElement, title: string): Promise<string> {
  const { element, styles } = await takeSnapshot(paper);
  const { lang, dir } = document.documentElement;
  const direction = dir === "rtl" ? "rtl" : "ltr";
  const ground = `html{background:${getComputedStyle(paper).backgroundColor}}body{margin:0}`;
  return chatAsPage({ title, language: lang, direction, styles: styles + ground, body: element.outerHTML });
}
