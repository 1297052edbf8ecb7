"use client";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { type AppError, toAppError } from "@/lib/errors";
import { useSync } from "@/store/sync/sync";
import type { ChatChange, HistoryRequest, SyncOutcome } from "@/store/sync/sync-messages";
import styles from "./data-section.module.css";
import { useSyncProblem } from "./use-sync-problem";

/** Maximum number of rows of chats; the button for everything includes the others. */
const maxRows = 200;

type Days = Extract<SyncOutcome, { kind: "days" }>["days"];
type Day = Days[number];

/** Goes back to a daily state of the synced data: lists the days, compares one with this device, restores its chats. */
export function HistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations("syncHistory");
  const app = useTranslations("app");
  const [days, setDays] = useState<Days>();
  const [day, setDay] = useState<Day>();
  const [chats, setChats] = useState<readonly ChatChange[]>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isRestored, setRestored] = useState(false);
  const { error, isBusy, ask } = useHistory();

  useEffect(() => {
    void ask({ kind: "list" }, (outcome) => outcome.kind === "days" && setDays(outcome.days));
  }, [ask]);

  function open(next: Day | undefined) {
    setDay(next);
    setChats(undefined);
    setChosen(new Set());
    setRestored(false);
    if (!next) return;
    void ask(
      { kind: "compare", day: next.object },
      (outcome) => outcome.kind === "compared" && setChats(outcome.chats),
    );
  }

  function restore(ids: readonly string[]) {
    if (!day) return;
    void ask({ kind: "restore", day: day.object, chats: ids }, () => {
      setChats(undefined);
      setRestored(true);
      const { settings, sync } = useSync.getState();
      if (!settings.isPaused) void sync();
    });
  }

  const restorable = (chats ?? []).filter(({ kind }) => kind !== "later").map(({ id }) => id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      closeLabel={app("close")}
      footerStart={day && <Button onClick={() => open(undefined)}>{t("back")}</Button>}
      footerEnd={
        restorable.length > 0 && (
          <>
            <Button busy={isBusy} disabled={chosen.size === 0} onClick={() => restore([...chosen])}>
              {t("restoreChosen")}
            </Button>
            <Button variant="solid" busy={isBusy} onClick={() => restore(restorable)}>
              {t("restoreAll")}
            </Button>
          </>
        )
      }
    >
      <p role="status" className={styles.check} data-failed={error !== undefined || undefined}>
        {error ?? (isBusy ? t("reading") : isRestored ? t("restored") : "")}
      </p>
      {!day && days && <DayRows days={days} onPick={open} />}
      {day && chats && <ChatRows day={day} chats={chats} chosen={chosen} onChoose={setChosen} />}
    </Dialog>
  );
}

/** Sends requests of the history, one at a time. */
function useHistory() {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const messageOf = useHistoryProblem();
  const [ask] = useState(() => async (request: HistoryRequest, onDone: (outcome: SyncOutcome) => void) => {
    setError(undefined);
    setBusy(true);
    try {
      onDone(await useSync.getState().history(request));
    } catch (thrown) {
      setError(messageOf(toAppError(thrown)));
    }
    setBusy(false);
  });
  return { error, isBusy, ask };
}

function useHistoryProblem(): (error: AppError) => string {
  const t = useTranslations("syncHistory");
  const problem = useSyncProblem();
  return (error) => {
    if (error.details.problem === "incomplete") return t("damaged");
    return error.details.problem === "changed" ? t("unlisted") : problem(error);
  };
}

/** The days to which one can go back. */
function DayRows({ days, onPick }: { readonly days: Days; readonly onPick: (day: Day) => void }) {
  const t = useTranslations("syncHistory");
  const format = useFormatter();
  if (days.length === 0) return <p>{t("none")}</p>;
  return (
    <>
      <p>{t("hint")}</p>
      <ListRows>
        {days.map((day) => {
          const date = format.dateTime(new Date(day.at), { dateStyle: "full", timeStyle: "short" });
          return (
            <ListRow key={day.object} title={date}>
              <Button aria-label={t("showDay", { date })} onClick={() => onPick(day)}>
                {t("show")}
              </Button>
            </ListRow>
          );
        })}
      </ListRows>
    </>
  );
}

interface ChatRowsProps {
  readonly day: Day;
  readonly chats: readonly ChatChange[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** The chats that differ from a daily state, those to restore with a checkbox. */
function ChatRows({ day, chats, chosen, onChoose }: ChatRowsProps) {
  const t = useTranslations("syncHistory");
  const chat = useTranslations("chat");
  const format = useFormatter();
  const date = format.dateTime(new Date(day.at), { dateStyle: "full", timeStyle: "short" });
  const rows = [...chats].sort((one, other) => Number(one.kind === "later") - Number(other.kind === "later"));

  function toggle(id: string, isOn: boolean) {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChoose(next);
  }

  function changeOf({ kind, messages, later }: ChatChange): string {
    if (kind === "later") return t("addedLater");
    const change = t(kind === "missing" ? "missing" : "changed", { count: messages });
    return later > 0 ? `${change} ${t("later", { count: later })}` : change;
  }

  return (
    <>
      <p>{t("stateOf", { date })}</p>
      <p>{rows.some(({ kind }) => kind !== "later") ? t("stays") : t("same")}</p>
      <ListRows>
        {rows.slice(0, maxRows).map((each) => (
          <ListRow
            key={each.id}
            title={each.topic || chat("untitled")}
            subtitle={changeOf(each)}
            isLabel={each.kind !== "later"}
          >
            {each.kind !== "later" && (
              <Checkbox checked={chosen.has(each.id)} onChange={(isOn) => toggle(each.id, isOn)} />
            )}
          </ListRow>
        ))}
      </ListRows>
      {rows.length > maxRows && <p>{t("more", { count: rows.length - maxRows })}</p>}
    </>
  );
}
