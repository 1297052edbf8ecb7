"use client";
import { type ReactNode, useEffect, useId } from "react";
import { useTranslations } from "use-intl";
import type { SourceChoice } from "@/components/tools/source-choice";
import choiceStyles from "@/components/tools/tool-choice.module.css";
import { Clamped } from "@/components/ui/clamped";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { mcpChoice } from "@/store/tools/mcp-choice";
import { useMcpOperator } from "@/store/tools/mcp-operator";
import styles from "./mcp-market.module.css";
import { useServers } from "./use-servers";

/** The MCP servers that a model may use, the user's and the operator's. */
export function ServerChoice({ chosen, onTurn, single }: SourceChoice) {
  const t = useTranslations("toolChoice");
  const servers = useServers();
  const operators = useMcpOperator((operator) => operator.servers);
  const id = useId();
  useEffect(() => void useMcpOperator.getState().refresh(), []);
  const isEmpty = servers.length + operators.length === 0;
  const row = (server: string, title: string, subtitle: ReactNode) => (
    <div key={server} className={choiceStyles.source}>
      <ListRow title={<Clamped text={title} />} subtitle={subtitle} isLabel>
        <Switch checked={chosen.includes(mcpChoice(server))} onChange={onTurn(mcpChoice(server))} />
      </ListRow>
      {single(mcpChoice(server), title)}
    </div>
  );
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.section}>
        {t("servers")}
      </h3>
      {isEmpty && <p className={styles.facts}>{t("noServers")}</p>}
      <ListRows>
        {servers.map((server) => {
          const { host } = new URL(server.url);
          return row(server.id, server.name || host, <bdi dir="ltr">{host}</bdi>);
        })}
        {operators.map((server) => row(server.id, server.id, t("operators")))}
      </ListRows>
    </section>
  );
}
