"use client";
import { Plus, X } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Dialog, type DialogOpening } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { tagLimits } from "@/lib/chat/tag-limits";
import { readTags, tidyTag } from "@/lib/chat/tags";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import styles from "./tags-dialog.module.css";

interface TagsDialogProps extends DialogOpening {
  readonly sessionId: string;
}

/** Maximum number of offered tags. */
const maxOffered = 30;

const none: readonly string[] = [];

/** Edits the tags of a chat. Changes apply at once. */
export function TagsDialog({ sessionId, open, onClose }: TagsDialogProps) {
  const t = useTranslations("tags");
  const app = useTranslations("app");
  const choice = useTranslations("toolChoice");
  const tags = useChats((chats) => sessionOf(chats, sessionId)?.tags ?? none);
  const [text, setText] = useState("");
  const offered = useOfferedTags(tags, text);
  const isFull = tags.length >= tagLimits.count;

  function put(changed: readonly string[]) {
    useChats.getState().patchSession(sessionId, { tags: readTags(changed) });
  }

  function add(tag: string) {
    put([...tags, tag]);
    setText("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (tidyTag(text) !== "" && !isFull) add(text);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      subtitle={t("hint", { operator: "tag:" })}
      closeLabel={app("close")}
      size="small"
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {choice("done")}
        </Button>
      }
    >
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t("add")}
          value={text}
          maxLength={tagLimits.chars}
          dir="auto"
          disabled={isFull}
          data-initial-focus=""
          onChange={setText}
        />
        <Button type="submit" icon={Plus} disabled={isFull || tidyTag(text) === ""}>
          {t("addAction")}
        </Button>
      </form>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t("title")}>
          {tags.map((tag) => (
            <li key={tag}>
              <Chip icon={X} aria-label={t("remove", { tag })} onClick={() => put(tags.filter((each) => each !== tag))}>
                <bdi>{tag}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && !isFull && (
        <>
          <h3 className={styles.heading}>{t("others")}</h3>
          <ul className={styles.tags} aria-label={t("others")}>
            {offered.map((tag) => (
              <li key={tag}>
                <Chip icon={Plus} aria-label={t("addNamed", { tag })} onClick={() => add(tag)}>
                  <bdi>{tag}</bdi>
                </Chip>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Returns the tags of other chats that contain a text, the most frequent first, without those that the chat has. */
function useOfferedTags(own: readonly string[], text: string): readonly string[] {
  const sessions = useChats((chats) => chats.sessions);
  const counted = useMemo(() => {
    const counts = new Map<string, { readonly tag: string; count: number }>();
    for (const { tags = none } of sessions) {
      for (const tag of tags) {
        const known = counts.get(tag.toLowerCase());
        if (known) known.count += 1;
        else counts.set(tag.toLowerCase(), { tag, count: 1 });
      }
    }
    return [...counts.values()].sort((one, other) => other.count - one.count).map(({ tag }) => tag);
  }, [sessions]);
  const has = new Set(own.map((tag) => tag.toLowerCase()));
  const wanted = text.trim().toLowerCase();
  return counted
    .filter((tag) => !has.has(tag.toLowerCase()) && tag.toLowerCase().includes(wanted))
    .slice(0, maxOffered);
}
