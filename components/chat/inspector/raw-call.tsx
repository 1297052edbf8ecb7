"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { HttpCall } from "@/lib/providers/provider";
import { bodyTextOf } from "@/lib/providers/shown-call";
import styles from "./inspector-dialog.module.css";

/** Maximum length of a displayed text, in characters. */
const maxShownChars = 100_000;

interface RawCallProps {
  /** The call without its credentials. */
  readonly call: HttpCall;
  /** Whether the provider's calls are signed when they are sent. */
  readonly isSigned: boolean;
  /** The note about a call whose end is missing; undefined if it is complete. */
  readonly cutNote?: string | undefined;
}

/** A call as it is sent: its address, headers and body. */
export function RawCall({ call, isSigned, cutNote }: RawCallProps) {
  const t = useTranslations("inspector");
  const text = bodyTextOf(call);
  return (
    <>
      <p className={styles.note}>{t(isSigned ? "maskedAndSigned" : "masked")}</p>
      <p className={styles.address} dir="ltr">
        {call.method} {call.url}
      </p>
      <RawText
        name={t("request")}
        text={text}
        testId="request-body"
        isCut={cutNote !== undefined}
        cutNote={cutNote ?? t("cut")}
      >
        <pre>
          {Object.entries(call.headers)
            .map(([name, value]) => `${name}: ${value}\n`)
            .join("")}
        </pre>
      </RawText>
    </>
  );
}

interface RawTextProps {
  readonly name: string;
  readonly text: string;
  readonly testId: string;
  /** Whether the end of the text is missing. */
  readonly isCut: boolean;
  /** Displayed below a text of which a part is not shown. */
  readonly cutNote: string;
  /** Parts before the text. */
  readonly children?: ReactNode;
}

/** A long text in a box that scrolls. */
export function RawText({ name, text, testId, isCut, cutNote, children }: RawTextProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.body} dir="ltr" tabIndex={0} aria-label={name}>
        {children}
        <pre data-testid={testId}>{text.slice(0, maxShownChars)}</pre>
      </section>
      {(isCut || text.length > maxShownChars) && <p className={styles.note}>{cutNote}</p>}
    </>
  );
}
