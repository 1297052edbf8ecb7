"use client";
import { type MouseEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { EmojiAvatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { SearchField } from "@/components/ui/search-field";
import { useMessageTime } from "@/components/use-message-time";
import { type Message, textOf } from "@/lib/chat/message";
import { withoutMarkup } from "@/lib/search/markup";
import { useSettings } from "@/store/settings/settings";
import styles from "./message-picker.module.css";

/** Number of messages that "Latest" selects. With fewer messages, "All" does the same, so "Latest" is not offered. */
const latestCount = 4;
/** Maximum length of a message's text in its row, in characters. */
const rowChars = 200;

interface MessagePickerProps {
  readonly messages: readonly Message[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Selects messages of a chat; Shift selects all between two rows. */
export function MessagePicker({ messages, chosen, onChoose }: MessagePickerProps) {
  const t = useTranslations();
  const [sought, setSought] = useState("");
  const lastId = useRef("");
  const shown = messages.filter((message) => textOf(message).includes(sought));
  const choose = (some: readonly Message[]) => onChoose(new Set(some.map(({ id }) => id)));

  function press(id: string, withShift: boolean) {
    const ends = [lastId.current, id].map((end) => shown.findIndex((message) => message.id === end));
    const [from = -1, to = -1] = ends.sort((one, other) => one - other);
    lastId.current = id;
    if (withShift && from >= 0) {
      onChoose(new Set([...chosen, ...shown.slice(from, to + 1).map((message) => message.id)]));
      return;
    }
    const others = new Set(chosen);
    if (!others.delete(id)) others.add(id);
    onChoose(others);
  }

  return (
    <>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          value={sought}
          onChange={setSought}
          label={t("export.search")}
          clearLabel={t("export.clearSearch")}
        />
        <Button variant="soft" size="small" onClick={() => choose(messages)}>
          {t("export.all")}
        </Button>
        {messages.length > latestCount && (
          <Button variant="soft" size="small" onClick={() => choose(messages.slice(-latestCount))}>
            {t("export.latest", { count: latestCount })}
          </Button>
        )}
        <Button variant="soft" size="small" onClick={() => choose([])}>
          {t("export.none")}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.nothing}>{t(messages.length === 0 ? "export.nothing" : "export.notFound")}</p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot contain virtual rows
        <div role="group" aria-label={t("export.messages")} className={styles.rows}>
          {shown.map((message) => (
            <PickerRow key={message.id} message={message} isChosen={chosen.has(message.id)} onPress={press} />
          ))}
        </div>
      )}
    </>
  );
}

interface PickerRowProps {
  readonly message: Message;
  readonly isChosen: boolean;
  readonly onPress: (id: string, withShift: boolean) => void;
}

function PickerRow({ message, isChosen, onPress }: PickerRowProps) {
  const t = useTranslations();
  const avatar = useSettings((settings) => settings.avatar);
  const time = useMessageTime(message.date);
  const isUser = message.role === "user";
  const name = isUser ? t("app.you") : message.model || t("message.reply");
  const line = withoutMarkup(textOf(message).slice(0, rowChars)).replace(/\s+/g, " ").trim() || t("message.image");

  // A change event does not contain whether Shift was pressed.
  const isShift = useRef(false);
  function noteShift(event: MouseEvent) {
    if (event.nativeEvent.isTrusted) isShift.current = event.shiftKey;
  }

  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the checkbox inside
    <label className={styles.row} onClickCapture={noteShift}>
      <Checkbox label={`${name}: ${line}`} checked={isChosen} onChange={() => onPress(message.id, isShift.current)} />
      {isUser ? (
        <EmojiAvatar code={avatar} size="medium" />
      ) : (
        <FamilyAvatar model={message.model ?? ""} size="medium" />
      )}
      <span className={styles.words}>
        <span className={styles.line} dir="auto">
          {line}
        </span>
        <span className={styles.by}>
          <bdi>{name}</bdi> · <bdi>{time}</bdi>
        </span>
      </span>
    </label>
  );
}
