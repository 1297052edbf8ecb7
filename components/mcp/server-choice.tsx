"use client";
import { lazy, type ReactNode, Suspense, useEffect, useId } from "react";
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

/** Only the desktop app can start programs; other builds do not contain the code. */
const ProgramChoice = process.env.BUILD_APP
  ? lazy(() => import("./program-choice").then((loaded) => ({ default: loaded.ProgramChoice })))
  : undefined;

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
      {isEmpty && !ProgramChoice && <p className={styles.facts}>{t("noServers")}</p>}
      <ListRows>
        {servers.map((server) => {
          const { host } = new URL(server.url);
          return row(server.id, server.name || host, <bdi dir="ltr">{host}</bdi>);
        })}
        {operators.map((server) => row(server.id, server.id, t("operators")))}
        {ProgramChoice && (
          <Suspense>
            <ProgramChoice row={row} />
          </Suspense>
        )}
      </ListRows>
    </section>
  );
}
