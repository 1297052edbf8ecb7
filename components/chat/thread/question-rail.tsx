"use client";
import { memo, useCallback, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useShortcut } from "@/components/shell/shortcut-event";
import { captureKeys } from "@/components/ui/captured-keys";
import { ListDialog } from "@/components/ui/list-dialog";
import { tipProps } from "@/components/ui/tip-props";
import { previewOf } from "@/lib/chat/session";
import { shortcuts } from "@/lib/chat/shortcuts";
import { useChats } from "@/store/chats/chats";
import styles from "./question-rail.module.css";

/** Minimum number of questions for a rail. */
const minQuestions = 3;
/** Maximum number of ticks; more would be too close for a pointer. */
const maxTicks = 24;

interface QuestionRailProps {
  readonly ids: readonly string[];
  /** Returns the id of the message that is being read. */
  readonly currentId: () => string | undefined;
  readonly onGo: (id: string) => void;
}

/** The questions of a chat at its edge: a tick each, and a list of all. */
export const QuestionRail = memo(function QuestionRail({ ids, currentId, onGo }: QuestionRailProps) {
  const t = useTranslations("thread");
  const app = useTranslations("app");
  const [opened, setOpened] = useState<string>();
  const questions = useMemo(() => questionsOf(ids), [ids]);
  const open = useCallback(() => {
    captureKeys();
    const index = ids.indexOf(currentId() ?? "");
    const near = ids.slice(0, index + 1).findLast((id) => questions.includes(id));
    setOpened(near ?? questions[0] ?? "");
  }, [ids, questions, currentId]);
  useShortcut("questions", open);
  if (questions.length < minQuestions && opened === undefined) return null;
  return (
    <>
      {questions.length >= minQuestions && (
        <button
          type="button"
          className={styles.rail}
          aria-label={t("questions")}
          aria-haspopup="dialog"
          onClick={open}
          {...tipProps(t("questions"), shortcuts.questions.keys)}
        >
          {questions.slice(-maxTicks).map((id) => (
            <span key={id} />
          ))}
        </button>
      )}
      {opened !== undefined && (
        <ListDialog
          open
          title={t("questions")}
          closeLabel={app("close")}
          searchLabel={t("searchQuestions")}
          emptyText={t("noQuestion")}
          value={opened}
          groups={[{ label: t("questions"), items: itemsOf(questions, t("imageQuestion")) }]}
          onPick={onGo}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
});

function questionsOf(ids: readonly string[]): string[] {
  const { messages } = useChats.getState();
  return ids.filter((id) => messages[id]?.role === "user");
}

function itemsOf(questions: readonly string[], wordless: string) {
  const { messages } = useChats.getState();
  return questions.flatMap((id) => {
    const message = messages[id];
    return message ? [{ id, label: previewOf(message) || wordless }] : [];
  });
}
