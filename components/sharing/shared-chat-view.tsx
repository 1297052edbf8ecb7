"use client";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Sources } from "@/components/chat/message/sources";
import { Markdown } from "@/components/markdown/markdown";
import { RemoteImage } from "@/components/markdown/remote-image";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { imagesOf, textOf } from "@/lib/chat/message";
import type { SharedChat, SharedMessage } from "@/lib/links/shared-item";
import { continueShared } from "@/store/sharing/continue-shared";
import { SharedFrame } from "./shared-frame";
import styles from "./shared-page.module.css";

/** Number of messages rendered at first, and added each time the end is near. */
const turnsAtOnce = 30;

/** Length from which a text is shown as written: as Markdown, a hostile one could block its reader's tab. */
const maxMarkdownChars = 100_000;

/** A shared chat, which the reader can continue as a copy. */
export function SharedChatView({ chat }: { readonly chat: SharedChat }) {
  const t = useTranslations();
  const format = useFormatter();
  const router = useRouter();
  const [limit, setLimit] = useState(turnsAtOnce);
  const models = [...new Set(chat.messages.flatMap(({ model }) => model ?? []))];

  // Not with `useChatActions`, whose code this screen does not need otherwise.
  const copyAndOpen = () => router.push(`/chat?id=${encodeURIComponent(continueShared(chat))}`);

  return (
    <SharedFrame
      onNearEnd={() => setLimit((before) => Math.min(before, chat.messages.length) + turnsAtOnce)}
      title={chat.title || t("chat.untitled")}
      actions={
        <Button variant="solid" onClick={copyAndOpen}>
          {t("sealedLink.continue")}
        </Button>
      }
    >
      <p className={styles.facts}>
        {format.dateTime(chat.date, { dateStyle: "medium" })}
        {models.length > 0 && (
          <>
            {" · "}
            <bdi dir="ltr">{models.join(", ")}</bdi>
          </>
        )}
      </p>
      {chat.messages.slice(0, limit).map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a link do not change
        <Turn key={index} message={message} />
      ))}
    </SharedFrame>
  );
}

function Turn({ message }: { readonly message: SharedMessage }) {
  const t = useTranslations();
  const text = textOf(message);
  const names = {
    user: t("sealedLink.question"),
    system: t("thread.role_system"),
    assistant: message.model || t("message.reply"),
  };
  return (
    <section className={styles.turn} data-role={message.role}>
      <h2 className={styles.by}>
        <bdi>{names[message.role]}</bdi>
      </h2>
      {message.reasoning && (
        <Disclosure look="plain" className={styles.thought} summary={t("models.reasoning")}>
          <Markdown text={message.reasoning} />
        </Disclosure>
      )}
      {imagesOf(message).map((address) => (
        <RemoteImage key={address} src={address} alt={t("message.image")} />
      ))}
      {text !== "" && (
        <div className={styles.text} dir="auto">
          {text.length > maxMarkdownChars ? <p className={styles.prompt}>{text}</p> : <Markdown text={text} />}
        </div>
      )}
      <Suspense>{message.sources && message.sources.length > 0 && <Sources sources={message.sources} />}</Suspense>
    </section>
  );
}
