"use client";
import { Blocks, MessageSquarePlus, Pause, Play, RefreshCw, Settings2, Trash2, Wrench } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { ToolSourceRow } from "@/components/tools/tool-source-row";
import { useChatWithTool } from "@/components/tools/use-chat-with-tool";
import { Button } from "@/components/ui/button";
import { brand } from "@/lib/platform/brand";
import { isUnencrypted, type McpServer } from "@/lib/tools/mcp/server";
import { useUi } from "@/store/base/ui";
import { useMcp } from "@/store/tools/mcp";
import { mcpChoice } from "@/store/tools/mcp-choice";
import { connect, disconnect, type McpStatus, useMcpStatuses } from "@/store/tools/mcp-connections";
import { removeServer } from "@/store/tools/mcp-removal";
import { type SignInEnd, signIn } from "@/store/tools/mcp-sign-in";
import styles from "./mcp-market.module.css";
import { isMixedContent } from "./plain-consent";
import { type RowAction, RowActions } from "./row-actions";
import { ServerTag, shownState } from "./server-tag";

interface ServerRowProps {
  readonly server: McpServer;
  readonly onConfigure: () => void;
  readonly onShowTools: () => void;
}

/** A remote server of the user: its address, its state, and its actions. */
export function ServerRow({ server, onConfigure, onShowTools }: ServerRowProps) {
  const t = useTranslations("mcp");
  const { id, url, isOn } = server;
  const startChatWith = useChatWithTool();
  const status = useMcpStatuses(({ statuses }) => statuses[id]);
  const { host } = new URL(url);
  const name = server.name || host;
  const state = shownState(isOn, status);
  const tools = status?.state === "ready" ? status.tools : undefined;

  useEffect(() => {
    if (isOn && !status) void connect(server);
  }, [isOn, status, server]);

  function turn() {
    if (isOn) disconnect(id);
    useMcp.getState().change(id, { isOn: !isOn });
  }

  const retry: RowAction = { id: "retry", icon: RefreshCw, label: t("retry"), onSelect: () => void connect(server) };
  const actions: readonly RowAction[] = [
    ...(state === "failed" ? [retry] : []),
    {
      id: "use",
      icon: MessageSquarePlus,
      label: t("use"),
      disabled: !tools,
      onSelect: () => startChatWith(mcpChoice(id)),
    },
    { id: "turn", icon: isOn ? Pause : Play, label: t(isOn ? "pause" : "start"), onSelect: turn },
    { id: "tools", icon: Wrench, label: t("tools"), disabled: !tools, onSelect: onShowTools },
    { id: "configure", icon: Settings2, label: t("configure"), onSelect: onConfigure },
    {
      id: "delete",
      icon: Trash2,
      label: t("delete"),
      danger: true,
      onSelect: () => useUi.getState().toast({ kind: "mcp-server-deleted" }, removeServer(server)),
    },
  ];

  return (
    <ToolSourceRow
      glyph={Blocks}
      actions={
        <>
          {state === "sign-in" && <SignIn server={server} name={name} />}
          <RowActions name={name} actions={actions} />
        </>
      }
    >
      <span className={styles.heading}>
        <bdi className={styles.name}>{name}</bdi>
        <ServerTag state={state} />
        {tools && <span className={styles.count}>{t("toolCount", { count: tools.length })}</span>}
      </span>
      <span className={styles.facts}>
        <bdi dir="ltr">{host}</bdi>
        {isOn && <Problem status={status} isBlocked={isUnencrypted(new URL(url)) && isMixedContent()} />}
      </span>
    </ToolSourceRow>
  );
}

interface ProblemProps {
  readonly status: McpStatus | undefined;
  /** Whether browsers block connections to the server, because they are mixed content. */
  readonly isBlocked: boolean;
}

function Problem({ status, isBlocked }: ProblemProps) {
  const t = useTranslations("mcp");
  if (status?.state !== "failed" || status.kind === "sign-in") return null;
  return (
    <span className={styles.problem} title={status.message}>
      {" · "}
      {isBlocked && status.kind === "network" ? t("mixedContent") : t(`failure_${status.kind}`)}
    </span>
  );
}

/** Signs in, in a popup or in the system's browser. Meanwhile, the button cancels. */
function SignIn({ server, name }: { readonly server: McpServer; readonly name: string }) {
  const t = useTranslations("mcp");
  const attempt = useRef<AbortController>(null);
  const [end, setEnd] = useState<SignInEnd | "under-way">();
  useEffect(() => () => attempt.current?.abort(), []);

  async function press() {
    if (end === "under-way") return attempt.current?.abort();
    const controller = new AbortController();
    attempt.current = controller;
    const closingText = t("signIn_return", { app: brand.name });
    const ending = signIn(server.url, controller.signal, undefined, closingText);
    setEnd("under-way");
    const ended = await ending;
    setEnd(ended);
    if (ended === "signed-in") await connect(server);
  }

  return (
    <>
      <span role="status" className={styles.problem}>
        {(end === "blocked" || end === "refused") && t(`signIn_${end}`)}
      </span>
      <Button
        size="small"
        aria-label={t("actionNamed", { action: t(end === "under-way" ? "stopSignIn" : "signIn"), name })}
        onClick={() => void press()}
      >
        {t(end === "under-way" ? "stopSignIn" : "signIn")}
      </Button>
    </>
  );
}
