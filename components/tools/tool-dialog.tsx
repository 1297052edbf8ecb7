"use client";
import { Blocks, Settings2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { changeMask } from "@/components/chat/settings/change-mask";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { isHidden } from "@/lib/platform/brand";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { ToolChoice } from "./tool-choice";

/** Chooses the tools of a chat. A change applies at once. */
export function ToolDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations("toolChoice");
  const app = useTranslations("app");
  const router = useRouter();
  const mask = useChats((chats) => sessionOf(chats, sessionId)?.mask);
  if (!mask) return null;

  function lead(path: string) {
    onClose();
    router.push(path);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      subtitle={t("hint")}
      closeLabel={app("close")}
      footerStart={
        <>
          {!isHidden("plugins") && (
            <Button variant="quiet" icon={Settings2} onClick={() => lead("/plugins")}>
              {t("manage")}
            </Button>
          )}
          {!isHidden("mcp") && (
            <Button variant="quiet" icon={Blocks} onClick={() => lead("/mcp-market")}>
              {t("manageServers")}
            </Button>
          )}
        </>
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <ToolChoice chosen={mask} onChange={(patch) => changeMask(sessionId, patch)} />
      <ListRow title={t("asText")} subtitle={t("asTextHint")} isLabel>
        <Switch
          checked={mask.toolsAsText ?? false}
          onChange={(toolsAsText) => changeMask(sessionId, { toolsAsText })}
        />
      </ListRow>
    </Dialog>
  );
}
