"use client";
import { FileText, MessageSquareText } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Skeleton } from "@/components/ui/skeleton";
import type { McpPrompt } from "@/lib/tools/mcp/listings";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { attachResource, contentOfServers, insertPrompt, type ServerContent } from "@/store/tools/server-content";
import styles from "./mcp-market.module.css";
import { PromptForm } from "./prompt-form";

/** The resources and prompts of a chat's servers: a resource is attached, a prompt is inserted into the message box. */
export function ServerContentDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations("serverContent");
  const app = useTranslations("app");
  const [servers, setServers] = useState<readonly ServerContent[]>();
  const [asked, setAsked] = useState<{ readonly server: ServerContent; readonly prompt: McpPrompt }>();
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    const session = sessionOf(useChats.getState(), sessionId);
    if (session) void contentOfServers(session).then(setServers);
  }, [sessionId]);

  async function take(taken: Promise<void>) {
    setFailed(false);
    try {
      await taken;
      onClose();
      sendShortcut("focusMessageBox");
    } catch (thrown) {
      console.warn("Could not read the content of an MCP server.", thrown);
      setFailed(true);
    }
  }

  const isEmpty = servers?.every(({ resources, prompts }) => resources.length + prompts.length === 0);
  return (
    <Dialog open={open} onClose={onClose} title={t("title")} subtitle={t("hint")} closeLabel={app("close")}>
      <p role="status" className={styles.problem}>
        {hasFailed && t("failed")}
      </p>
      {!servers && <Skeleton label={t("loading")} />}
      {isEmpty && <p className={styles.facts}>{t("none")}</p>}
      {asked && (
        <PromptForm
          prompt={asked.prompt}
          onInsert={(values) => void take(insertPrompt(sessionId, asked.server, asked.prompt, values))}
        />
      )}
      {servers?.map((server) => (
        <section key={server.id} aria-label={server.name}>
          <h3 className={styles.section}>
            <bdi>{server.name}</bdi>
          </h3>
          <ListRows>
            {server.resources.map((resource) => (
              <ListRow
                key={resource.uri}
                title={<bdi>{resource.title || resource.name || resource.uri}</bdi>}
                subtitle={resource.description}
              >
                <Button
                  size="small"
                  icon={FileText}
                  aria-label={t("attachNamed", { name: resource.title || resource.name || resource.uri })}
                  onClick={() => void take(attachResource(sessionId, server, resource))}
                >
                  {t("attach")}
                </Button>
              </ListRow>
            ))}
            {server.prompts.map((prompt) => (
              <ListRow key={prompt.name} title={<bdi>{prompt.title || prompt.name}</bdi>} subtitle={prompt.description}>
                <Button
                  size="small"
                  icon={MessageSquareText}
                  aria-label={t("insertNamed", { name: prompt.title || prompt.name })}
                  onClick={() => {
                    if (prompt.arguments.length > 0) setAsked({ server, prompt });
                    else void take(insertPrompt(sessionId, server, prompt, {}));
                  }}
                >
                  {t("insert")}
                </Button>
              </ListRow>
            ))}
          </ListRows>
        </section>
      ))}
    </Dialog>
  );
}
