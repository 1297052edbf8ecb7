import type { Element } from "hast";
import type { Components } from "hast-util-to-jsx-runtime";
import { type ReactNode, useContext } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { classNames } from "@/components/ui/class-names";
import { mediaKind } from "@/lib/markdown/media-kind";
import { Citations } from "./citations";
import { FencedCode } from "./fenced-code";
import { Formula } from "./formula";
import { LinkedContext } from "./image-button";
import styles from "./markdown.module.css";
import { LiveContext } from "./message-look";
import { RemoteMedia } from "./remote-media";
import { SafeLink } from "./safe-link";

/** Custom components for HTML elements. */
export const components: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  audio: ({ src }) => <RemoteMedia kind="audio" src={typeof src === "string" ? src : ""} alt="" />,
  video: ({ src }) => <RemoteMedia kind="video" src={typeof src === "string" ? src : ""} alt="" />,
  input: ({ checked }) => <Task isDone={checked === true} />,
  table: ({ node, children }) => <Table columns={headings(node)}>{children}</Table>,
  pre: ({ node }) => <Preformatted node={node} />,
  cite: ({ node, children }) => <Citations mark={String(node?.properties.dataMark ?? "")}>{children}</Citations>,
  code: ({ className, children }) => <InlineCode className={className}>{children}</InlineCode>,
  // The page has its own first-level heading, so those of a message are below it, whatever their look.
  ol: ({ node, start, className, children }) => (
    <ol start={start} className={classNames(className, hasLongNumbers(node, start) && styles.longNumbers)}>
      {children}
    </ol>
  ),
  h1: ({ children }) => <h1 aria-level={2}>{children}</h1>,
};

/** Whether numbers of a list have three or more digits, which need a wider margin. */
function hasLongNumbers(node: Element | undefined, start = 1): boolean {
  const items = node?.children.filter((child) => child.type === "element").length ?? 0;
  return start + items > 100;
}

function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  const kind = mediaKind(href ?? "");
  const name = typeof children === "string" && children !== href ? children : "";
  if (kind && href) return <RemoteMedia kind={kind} src={href} alt={name} />;
  return (
    <SafeLink href={href}>
      <LinkedContext value={true}>{children}</LinkedContext>
    </SafeLink>
  );
}

function Picture({ src, alt }: { src: string; alt: string }) {
  return <RemoteMedia kind={mediaKind(src) ?? "image"} src={src} alt={alt} />;
}

function Task({ isDone }: { isDone: boolean }) {
  const t = useTranslations("markdown");
  return <input type="checkbox" checked={isDone} disabled aria-label={t(isDone ? "taskDone" : "taskOpen")} />;
}

interface TableProps {
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

/**
 * A table, named after its columns. A wide one scrolls by itself, also by keyboard. It is a group, not a region, because
 * landmarks need unique names and a chat may contain the same table twice.
 */
function Table({ columns, children }: TableProps) {
  const t = useTranslations("markdown");
  const format = useFormatter();
  const label = columns.length === 0 ? t("table") : t("tableOf", { columns: format.list(columns, { type: "unit" }) });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div role="group" className={styles.table} tabIndex={0} aria-label={label}>
      <table>{children}</table>
    </div>
  );
}

/** Returns the texts of a table's column headings. */
function headings(node: Element | undefined): string[] {
  const cells = (element: Element): Element[] =>
    element.children.flatMap((child) => {
      if (child.type !== "element" || child.tagName === "tbody") return [];
      return child.tagName === "th" ? [child] : cells(child);
    });
  return node
    ? cells(node)
        .map(textIn)
        .filter((text) => text !== "")
    : [];
}

function textIn(element: Element): string {
  return element.children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? textIn(child) : ""))
    .join("")
    .trim();
}

/** Renders a `pre` of the parser: a display formula, or code. */
function Preformatted({ node }: { node: Element | undefined }) {
  const isLive = useContext(LiveContext);
  const [code] = node?.children ?? [];
  if (code?.type !== "element") return null;
  const classes = String(code.properties.className ?? "").split(",");
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  if (classes.includes("math-display")) return <Formula tex={text} isBlock />;
  const language = classes.find((name) => name.startsWith("language-"))?.slice("language-".length);
  return <FencedCode code={text.replace(/\n$/, "")} language={language ?? ""} isLive={isLive} />;
}

function InlineCode({ className = "", children }: { className: string | undefined; children: ReactNode }) {
  if (className.includes("math-inline")) return <Formula tex={String(children ?? "")} />;
  return <code dir="ltr">{children}</code>;
}
