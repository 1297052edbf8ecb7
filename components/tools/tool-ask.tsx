"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { builtinToolName } from "@/lib/tools/builtin-tools";
import { type ToolDecision, useToolAsks } from "@/store/tools/tool-asks";
import styles from "./tool-calls.module.css";
import { useToolNames } from "./use-tool-names";

/** Asks whether a tool may run. It shows the tool, the host of the call and its effect, and offers four answers. */
export function ToolAsk({ id }: { readonly id: string }) {
  const t = useTranslations("toolCalls");
  const { toolName } = useToolNames();
  const ask = useToolAsks((store) => store.asks[id]);
  if (!ask) return <p className={styles.elsewhere}>{t("askedElsewhere")}</p>;
  const { tool, isChanged, isQuoting } = ask;
  const isHere = tool.source.kind === "app" && tool.host === "";
  const { source, ownName, host } = tool;
  const named = { kind: source.kind, source: source.name, ownName, host };
  const name = toolName(named);
  // The description of a built-in tool is English and for models; its name says enough.
  const isBuiltin = builtinToolName(named) !== undefined;
  const question = isHere ? t("askHere", { name }) : t("ask", { name, host });
  const decide = (decision: ToolDecision) => () => useToolAsks.getState().decide(id, decision);
  return (
    <section className={styles.ask} aria-label={question}>
      <p className={styles.question}>{question}</p>
      {isChanged && <p className={styles.problem}>{t("changed")}</p>}
      {isQuoting && <p className={styles.problem}>{t("quoting")}</p>}
      {tool.description !== "" && !isHere && !isBuiltin && (
        <p className={styles.description} dir="auto">
          {tool.description}
        </p>
      )}
      <p className={styles.host}>{t(isHere ? "runsHere" : tool.isReading ? "reads" : "writes")}</p>
      <div className={styles.answers}>
        <Button variant="solid" size="small" onClick={decide("once")}>
          {t("once")}
        </Button>
        {!isQuoting && (
          <>
            <Button size="small" onClick={decide("chat")}>
              {t("inChat")}
            </Button>
            <Button size="small" onClick={decide("always")}>
              {t("always")}
            </Button>
          </>
        )}
        <Button variant="quiet" size="small" onClick={decide("refuse")}>
          {t("refuse")}
        </Button>
      </div>
    </section>
  );
}
