"use client";
import { useTranslations } from "use-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { readFencedResponse } from "@/lib/chat/fenced-call";
import type { Message } from "@/lib/chat/message";
import styles from "./tool-calls.module.css";
import { Well } from "./well";

/** The result of a tool call that was written in a reply: one row, collapsed. */
export function FencedResponse({ message }: { readonly message: Message }) {
  const t = useTranslations("toolCalls");
  const response = readFencedResponse(message);
  if (!response) return null;
  const { client, result } = response;
  return (
    <Disclosure
      summary={
        <>
          <span className={styles.source}>{`MCP · ${client}`}</span>
          <span className={styles.arguments}>{result.slice(0, 300).replace(/\s+/g, " ")}</span>
        </>
      }
    >
      <Well label={t("result")} text={result} />
    </Disclosure>
  );
}
