"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useClickGuard } from "@/components/ui/use-click-guard";
import type { LinkRequest, ToolReply } from "@/lib/chat/tool-request";
import { useToolRequests } from "@/store/tools/tool-requests";
import { CompletionOffer } from "./completion-offer";
import { FactOffer } from "./fact-offer";
import { ReplyButtons } from "./reply-buttons";
import { ToolAsk } from "./tool-ask";
import styles from "./tool-calls.module.css";
import { ToolRequestForm } from "./tool-request-form";

interface WaitingCallProps {
  readonly id: string;
  /** True if an interactive page calls: it chooses the moment at which the buttons appear. */
  readonly isOfPage?: boolean;
}

/** The user's part in a waiting call: permission to run, or a reply to a request of its source. */
export function WaitingCall({ id, isOfPage = false }: WaitingCallProps) {
  const isRequest = useToolRequests(({ requests }) => requests[id] !== undefined);
  const guard = useClickGuard(isOfPage);
  return <div {...guard}>{isRequest ? <ToolRequestCard id={id} /> : <ToolAsk id={id} />}</div>;
}

const titles = {
  form: "requestForm",
  link: "requestLink",
  completion: "requestCompletion",
  fact: "requestFact",
} as const;

/** A request of a tool's source, as plain text with the name and host of the source. */
function ToolRequestCard({ id }: { readonly id: string }) {
  const t = useTranslations("toolCalls");
  const waiting = useToolRequests(({ requests }) => requests[id]);
  if (!waiting) return null;
  const { request, source, host } = waiting;
  const title = t(titles[request.type], { name: source, host });
  const onReply = (reply: ToolReply) => useToolRequests.getState().reply(id, reply);
  return (
    <section className={styles.ask} aria-label={title}>
      <p className={styles.question}>{title}</p>
      {"message" in request && (
        <p className={styles.message} dir="auto">
          {request.message}
        </p>
      )}
      {request.type === "form" && <ToolRequestForm request={request} host={host} onReply={onReply} />}
      {request.type === "link" && <LinkOffer request={request} onReply={onReply} />}
      {request.type === "fact" && <FactOffer request={request} onReply={onReply} />}
      {request.type === "completion" && <CompletionOffer request={request} host={host} onReply={onReply} />}
    </section>
  );
}

interface LinkOfferProps {
  readonly request: LinkRequest;
  readonly onReply: (reply: ToolReply) => void;
}

/** Offers a page outside the app. Opening it is the user's consent. */
function LinkOffer({ request: { url }, onReply }: LinkOfferProps) {
  const t = useTranslations("toolCalls");
  function openPage() {
    window.open(url, "_blank", "noopener,noreferrer");
    onReply({ action: "accept" });
  }
  return (
    <>
      <code dir="ltr" className={styles.address}>
        {url}
      </code>
      <p className={styles.host}>{t("linkHint")}</p>
      <div className={styles.answers}>
        <Button variant="solid" size="small" onClick={openPage}>
          {t("openPage", { host: new URL(url).host })}
        </Button>
        <ReplyButtons onReply={onReply} />
      </div>
    </>
  );
}
