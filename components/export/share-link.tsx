"use client";
import { Link } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { SealedLinkDialog } from "@/components/sharing/sealed-link-dialog";
import { ShareDialog, type ShareTarget } from "@/components/sharing/share-dialog";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/chat/message";
import { type ShareItem, sharedConversation } from "@/lib/export/share-items";
import { maxTitleChars, type SharedChat } from "@/lib/links/shared-item";
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
 * A button that creates a link with the selected messages, encrypted; or, if the operator has set a host for them, a
 * link to a page with them.
 */
export function ShareLink({ chat, paper, hasAvatars }: ShareLinkProps) {
  const t = useTranslations("sharing");
  const hasPages = useAccess(({ flags }) => flags?.artifacts === true);
  const service = useShareHost();
  const [dialog, setDialog] = useState<"sealed" | "page" | null>(null);
  const close = () => setDialog(null);
  const item = useMemo(() => sharedChatOf(chat), [chat]);
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
  return (
    <>
      <Button icon={Link} onClick={() => setDialog("sealed")}>
        {t("shareLink")}
      </Button>
      {dialog === "page" && !paper.current && (
        <div className={styles.aside} inert>
          <Paper ref={aside} chat={chat} hasAvatars={hasAvatars} />
        </div>
      )}
      <SealedLinkDialog
        title={t("chat")}
        name={chat.title}
        item={item}
        onReadable={targets.length > 0 ? () => setDialog("page") : undefined}
        open={dialog === "sealed"}
        onClose={close}
      />
      {targets.length > 0 && (
        <ShareDialog title={t("chat")} targets={targets} open={dialog === "page"} onClose={close} />
      )}
    </>
  );
}

/** Returns the selected messages as the content of a link. */
function sharedChatOf({ title, date, messages }: PaperChat): SharedChat {
  return {
    kind: "chat",
    title: title.slice(0, maxTitleChars),
    date,
    messages: messages.map(({ role, content, name, model, reasoning, sources }) => ({
      role,
      content,
      ...(name !== "" && model !== "" && { model }),
      ...(reasoning !== "" && { reasoning }),
      ...(sources && { sources }),
    })),
  };
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
