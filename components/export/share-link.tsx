"use client";
import { Link } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { ShareDialog, type ShareTarget } from "@/components/sharing/share-dialog";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/chat/message";
import { type ShareItem, sharedConversation } from "@/lib/export/share-items";
import { brand } from "@/lib/platform/brand";
import { settled } from "@/lib/platform/settled";
import { takeSnapshot } from "@/lib/platform/snapshot";
import { useAccess } from "@/store/settings/access";
import { shareConversation, sharePage, useShareHost } from "@/store/sharing/shared-pages";
import styles from "./export-dialog.module.css";
import { Paper } from "./paper";
import { paperPage } from "./paper-page";
import type { PaperChat } from "./use-exported-chat";

interface ShareLinkProps {
  readonly chat: PaperChat;
  /** The sheet of the preview; null for text formats. */
  readonly paper: RefObject<HTMLElement | null>;
  readonly hasAvatars: boolean;
}

/**
 * A button that creates a link to the selected messages, rendered as a sheet, if the operator has set a host for them.
 */
export function ShareLink({ chat, paper, hasAvatars }: ShareLinkProps) {
  const t = useTranslations("sharing");
  const hasPages = useAccess(({ flags }) => flags?.artifacts === true);
  const service = useShareHost();
  const [isOpen, setOpen] = useState(false);
  const aside = useRef<HTMLElement>(null);

  async function sheet(): Promise<HTMLElement> {
    const drawn = paper.current ?? aside.current;
    if (!drawn) throw new Error("The conversation is not rendered.");
    await settled(drawn);
    return drawn;
  }

  const targets: ShareTarget[] = [];
  if (hasPages) {
    targets.push({ host: location.host, send: async () => sharePage(await paperPage(await sheet(), chat.title)) });
  }
  if (service !== "") {
    const footer = t("footer", { name: brand.name });
    targets.push({
      host: service,
      send: async () => shareConversation(sharedConversation(await itemsOf(chat, await sheet()), footer)),
    });
  }
  if (targets.length === 0) return null;
  return (
    <>
      <Button icon={Link} onClick={() => setOpen(true)}>
        {t("shareLink")}
      </Button>
      {isOpen && !paper.current && (
        <div className={styles.aside} inert>
          <Paper ref={aside} chat={chat} hasAvatars={hasAvatars} />
        </div>
      )}
      <ShareDialog title={t("chat")} targets={targets} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Returns the user's messages as text, and all others as rendered. */
async function itemsOf(chat: PaperChat, paper: HTMLElement): Promise<ShareItem[]> {
  const { element } = await takeSnapshot(paper);
  const drawn = [...element.querySelectorAll("[data-text]")];
  return chat.messages.map((message, index) =>
    message.role === "user"
      ? { from: "human", value: textOf(message) }
      : { from: "gpt", value: drawn[index]?.innerHTML ?? "" },
  );
}
