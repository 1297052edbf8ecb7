"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import type { ToolReply } from "@/lib/chat/tool-request";

/** The buttons that end a request without its data: a refusal, and no decision. */
export function ReplyButtons({ onReply }: { readonly onReply: (reply: ToolReply) => void }) {
  const t = useTranslations("toolCalls");
  const app = useTranslations("app");
  return (
    <>
      <Button size="small" onClick={() => onReply({ action: "decline" })}>
        {t("decline")}
      </Button>
      <Button variant="quiet" size="small" onClick={() => onReply({ action: "cancel" })}>
        {app("cancel")}
      </Button>
    </>
  );
}
