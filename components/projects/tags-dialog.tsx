"use client";
import { type LucideIcon, Plus, X } from "lucide-react";
import { type FormEvent, type RefObject, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { isolatedLtr } from "@/components/ui/isolated";
import { TextField } from "@/components/ui/text-field";
import { frequentTags } from "@/lib/chat/frequent-tags";
import type { ChatSession } from "@/lib/chat/session";
import { tagLimits } from "@/lib/chat/tag-limits";
import { tidyTag } from "@/lib/chat/tags";
import { changeTags } from "@/store/chats/change-tags";
import { useChats } from "@/store/chats/chats";
import styles from "./tags-dialog.module.css";

interface TagsDialogProps extends DialogOpening {
  readonly sessionIds: readonly string[];
}

/** Maximum number of offered tags. */
const maxOffered = 30;

const none: readonly string[] = [];

/** Edits the tags of chats: of several, those that all of them have. Changes apply at once. */
export function TagsDialog({ sessionIds, open, onClose }: TagsDialogProps) {
  const t = useTranslations("tags");
  const app = useTranslations("app");
  const choice = useTranslations("toolChoice");
  const list = useTranslations("chatList");
  const sessions = useChats((chats) => chats.sessions);
  const chats = useMemo(() => sessions.filter(({ id }) => sessionIds.includes(id)), [sessions, sessionIds]);
  const tags = useMemo(() => commonTags(chats), [chats]);
  const [text, setText] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const offered = useOfferedTags(sessions, tags, text);
  const isFull = chats.some((chat) => (chat.tags ?? none).length >= tagLimits.count);

  function change(next: (own: readonly string[]) => readonly string[]) {
    changeTags(sessionIds, next);
    // The pressed button is gone.
    form.current?.querySelector<HTMLElement>("[data-initial-focus]")?.focus();
  }

  function add(tag: string) {
    change((own) => [...own, tag]);
    setText("");
  }

  function remove(tag: string) {
    change((own) => own.filter((each) => each.toLowerCase() !== tag.toLowerCase()));
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      subtitle={
        sessionIds.length > 1
          ? list("selected", { count: sessionIds.length })
          : t("hint", { operator: isolatedLtr("tag:") })
      }
      closeLabel={app("close")}
      size="small"
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {choice("done")}
        </Button>
      }
    >
      <TagForm form={form} text={text} isFull={isFull} onText={setText} onAdd={add} />
      {tags.length > 0 && (
        <TagList label={t("title")} tags={tags} icon={X} nameOf={(tag) => t("remove", { tag })} onClick={remove} />
      )}
      {offered.length > 0 && !isFull && (
        <>
          <h3 className={styles.heading}>{t("others")}</h3>
          <TagList
            label={t("others")}
            tags={offered}
            icon={Plus}
            nameOf={(tag) => t("addNamed", { tag })}
            onClick={add}
          />
        </>
      )}
    </Dialog>
  );
}

interface TagFormProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly text: string;
  /** Whether a chat has the maximum number of tags. */
  readonly isFull: boolean;
  readonly onText: (text: string) => void;
  readonly onAdd: (tag: string) => void;
}

/** The field for a new tag. */
function TagForm({ form, text, isFull, onText, onAdd }: TagFormProps) {
  const t = useTranslations("tags");
  const canAdd = tidyTag(text) !== "" && !isFull;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (canAdd) onAdd(text);
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <TextField
        label={t("add")}
        value={text}
        maxLength={tagLimits.chars}
        dir="auto"
        disabled={isFull}
        data-initial-focus=""
        onChange={onText}
      />
      <Button type="submit" icon={Plus} disabled={!canAdd}>
        {t("addAction")}
      </Button>
    </form>
  );
}

interface TagListProps {
  readonly label: string;
  readonly tags: readonly string[];
  readonly icon: LucideIcon;
  /** Returns the name of the action on a tag. */
  readonly nameOf: (tag: string) => string;
  readonly onClick: (tag: string) => void;
}

function TagList({ label, tags, icon, nameOf, onClick }: TagListProps) {
  return (
    <ul className={styles.tags} aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <Chip icon={icon} aria-label={nameOf(tag)} onClick={() => onClick(tag)}>
            <bdi>{tag}</bdi>
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** Returns the tags that all chats have, ignoring case. */
function commonTags([first, ...others]: readonly ChatSession[]): readonly string[] {
  const has = ({ tags = none }: ChatSession, tag: string) =>
    tags.some((each) => each.toLowerCase() === tag.toLowerCase());
  return (first?.tags ?? none).filter((tag) => others.every((chat) => has(chat, tag)));
}

/** Returns the tags of chats that contain a text, the most frequent first, without the `own` ones. */
function useOfferedTags(sessions: readonly ChatSession[], own: readonly string[], text: string): readonly string[] {
  const counted = useMemo(() => frequentTags(sessions), [sessions]);
  const has = new Set(own.map((tag) => tag.toLowerCase()));
  const wanted = text.trim().toLowerCase();
  return counted
    .filter((tag) => !has.has(tag.toLowerCase()) && tag.toLowerCase().includes(wanted))
    .slice(0, maxOffered);
}
