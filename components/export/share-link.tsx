"use client";
import { Link } from "lucide-react";
import { type RefObject, useState } from "react";
import { useTranslations } from "use-intl";
import { ShareDialog, type ShareTarget } from "@/components/sharing/share-dialog";
import { Button } from "@/components/ui/button";
import { textOf } from "@/lib/chat/message";
import { type ShareItem, sharedConversation } from "@/lib/export/share-items";
import { brand } from "@/lib/platform/brand";
import { settled } from "@/lib/platform/settled";
import { takeSnapshot } from "@/lib/platform/snapshot";
import { useAccess } from "@/store/access";
import { shareConversation, sharePage } from "@/store/shared-pages";
import { paperPage } from "./paper-page";
import type { PaperChat } from "./use-exported-chat";

interface ShareLinkProps {
  readonly chat: PaperChat;
  readonly paper: RefObject<HTMLElement | null>;
}

/** Makes a link of what is on the sheet, where the operator has set a place for it. */
export function ShareLink({ chat, paper }: ShareLinkProps) {
  const t = useTranslations("sharing");
  const hasPages = useAccess(({ flags }) => flags?.artifacts === true);
  const service = useAccess(({ flags }) => flags?.shareHost ?? "");
  const [isOpen, setOpen] = useState(false);

  async function sheet(): Promise<HTMLElement> {
    if (!paper.current) throw new Error("There is no sheet.");
    await settled(paper.current);
    return paper.current;
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
      <ShareDialog title={t("chat")} targets={targets} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** A person's words go as they are, all others as they are drawn (§1.8). */
async function itemsOf(chat: PaperChat, paper: HTMLElement): Promise<ShareItem[]> {
  const { element } = await takeSnapshot(paper);
  const drawn = [...element.querySelectorAll("[data-text]")];
  return chat.messages.map((message, index) =>
    message.role === "user"
      ? { from: "human", value: textOf(message) }
      : { from: "gpt", value: drawn[index]?.innerHTML ?? "" },
  );
}
