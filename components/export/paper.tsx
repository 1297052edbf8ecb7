"use client";
import type { Ref } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { Markdown } from "@/components/markdown/markdown";
import { CodeLookContext, PrintingContext } from "@/components/markdown/message-look";
import { RemoteImage } from "@/components/markdown/remote-image";
import { Mark } from "@/components/shell/mark";
import { EmojiAvatar } from "@/components/ui/avatar";
import { imagesOf, textOf } from "@/lib/chat/message";
import { brand, taglineIn } from "@/lib/platform/brand";
import { useLocale } from "@/store/base/locale";
import { useSettings } from "@/store/settings/settings";
import styles from "./paper.module.css";
import type { PaperChat, PaperMessage } from "./use-exported-chat";

/** Renders code in full and without frames, because an image of a frame would be empty. */
const wholeCode = { isFolding: false, hasPreviews: false };

interface PaperProps {
  readonly chat: PaperChat;
  readonly hasAvatars: boolean;
  readonly ref: Ref<HTMLElement>;
}

/** The sheet from which images, pages and prints are made. The preview shows exactly this. */
export function Paper({ chat, hasAvatars, ref }: PaperProps) {
  const t = useTranslations("app");
  const format = useFormatter();
  const tagline = taglineIn(useLocale(({ code }) => code)) || t("tagline");
  return (
    <article ref={ref} className={styles.paper} data-paper="">
      <header className={styles.head}>
        <Mark className={styles.mark} />
        <div className={styles.brand}>
          <b>{brand.name}</b>
          <span>{tagline}</span>
        </div>
        <div className={styles.facts}>
          <span dir="ltr">{chat.models.join(", ")}</span>
          <span>{format.dateTime(chat.date, { dateStyle: "medium" })}</span>
        </div>
      </header>
      <h3 className={styles.title} dir="auto">
        {chat.title}
      </h3>
      <PrintingContext value={true}>
        <CodeLookContext value={wholeCode}>
          {chat.messages.map((message) => (
            <PaperTurn key={message.id} message={message} hasAvatar={hasAvatars} />
          ))}
        </CodeLookContext>
      </PrintingContext>
    </article>
  );
}

function PaperTurn({ message, hasAvatar }: { readonly message: PaperMessage; readonly hasAvatar: boolean }) {
  const t = useTranslations("message");
  const { role, name, reasoning } = message;
  const text = textOf(message);
  return (
    <section className={styles.turn} data-role={role}>
      {(hasAvatar || name !== "") && (
        <p className={styles.by}>
          {hasAvatar && <PaperAvatar message={message} />}
          {name}
        </p>
      )}
      {reasoning !== "" && (
        <blockquote className={styles.thought}>
          <Markdown text={reasoning} />
        </blockquote>
      )}
      {imagesOf(message).map((address) => (
        <RemoteImage key={address} src={address} alt={t("image")} />
      ))}
      <div className={styles.text} data-text="" hidden={text === ""}>
        <Markdown text={text} />
      </div>
    </section>
  );
}

function PaperAvatar({ message: { role, model } }: { readonly message: PaperMessage }) {
  const avatar = useSettings((settings) => settings.avatar);
  return role === "user" ? <EmojiAvatar code={avatar} size="medium" /> : <FamilyAvatar model={model} size="medium" />;
}
