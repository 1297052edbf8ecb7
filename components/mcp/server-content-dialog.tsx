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
import type { McpPrompt, McpResource } from "@/lib/tools/mcp/listings";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { attachResource, contentOfServers, insertPrompt, type ServerContent } from "@/store/tools/server-content";
import styles from "./mcp-market.module.css";
import { PromptForm } from "./prompt-form";

/** The resources and prompts of a chat's servers: a resource is attached, a prompt is inserted into the message box. */
export function ServerContentDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations("serverContent");
  const app = useTranslations("app");
  const servers = useServerContents(sessionId);
  const [asked, setAsked] = useState<AskedPrompt>();
  const [hasFailed, setFailed] = useState(false);

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

  function insert(chosen: AskedPrompt, values?: Readonly<Record<string, string>>) {
    if (!values && chosen.prompt.arguments.length > 0) setAsked(chosen);
    else void take(insertPrompt(sessionId, chosen.server, chosen.prompt, values ?? {}));
  }

  const isEmpty = servers?.every(({ resources, prompts }) => resources.length + prompts.length === 0);
  return (
    <Dialog open={open} onClose={onClose} title={t("title")} subtitle={t("hint")} closeLabel={app("close")}>
      <p role="status" className={styles.problem}>
        {hasFailed && t("failed")}
      </p>
      {!servers && <Skeleton label={t("loading")} />}
      {isEmpty && <p className={styles.facts}>{t("none")}</p>}
      {asked && <PromptForm prompt={asked.prompt} onInsert={(values) => insert(asked, values)} />}
      {servers?.map((server) => (
        <ServerSection
          key={server.id}
          server={server}
          onAttach={(resource) => void take(attachResource(sessionId, server, resource))}
          onInsert={(prompt) => insert({ server, prompt })}
        />
      ))}
    </Dialog>
  );
}

/** A prompt whose arguments are entered before it is inserted. */
interface AskedPrompt {
  readonly server: ServerContent;
  readonly prompt: McpPrompt;
}

/** Returns the content of a chat's servers; undefined while it is read. */
function useServerContents(sessionId: string): readonly ServerContent[] | undefined {
  const [servers, setServers] = useState<readonly ServerContent[]>();
  useEffect(() => {
    const session = sessionOf(useChats.getState(), sessionId);
    if (session) void contentOfServers(session).then(setServers);
  }, [sessionId]);
  return servers;
}

interface ServerSectionProps {
  readonly server: ServerContent;
  readonly onAttach: (resource: McpResource) => void;
  readonly onInsert: (prompt: McpPrompt) => void;
}

function ServerSection({ server, onAttach, onInsert }: ServerSectionProps) {
  const t = useTranslations("serverContent");
  return (
    <section aria-label={server.name}>
      <h3 className={styles.section}>
        <bdi>{server.name}</bdi>
      </h3>
      <ListRows>
        {server.resources.map((resource) => {
          const name = resource.title || resource.name || resource.uri;
          return (
            <ListRow key={resource.uri} title={<bdi>{name}</bdi>} subtitle={resource.description}>
              <Button
                size="small"
                icon={FileText}
                aria-label={t("attachNamed", { name })}
                onClick={() => onAttach(resource)}
              >
                {t("attach")}
              </Button>
            </ListRow>
          );
        })}
        {server.prompts.map((prompt) => {
          const name = prompt.title || prompt.name;
          return (
            <ListRow key={prompt.name} title={<bdi>{name}</bdi>} subtitle={prompt.description}>
              <Button
                size="small"
                icon={MessageSquareText}
                aria-label={t("insertNamed", { name })}
                onClick={() => onInsert(prompt)}
              >
                {t("insert")}
              </Button>
            </ListRow>
          );
        })}
      </ListRows>
    </section>
  );
}
