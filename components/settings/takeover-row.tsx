"use client";
import { useEffect, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow } from "@/components/ui/list-row";
import { useTakenOverThings } from "@/components/use-taken-over-things";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { hasSettings, readTakeover, type Takeover } from "@/store/data/takeover-summary";
import styles from "./data-section.module.css";
import { NotUnderstoodList } from "./not-understood-list";
import { useSize } from "./use-size";

/** The row about a NextChat on this address whose data was taken over; nothing if there was none. */
export function TakeoverRow() {
  const t = useTranslations("data");
  const app = useTranslations("app");
  const format = useFormatter();
  const things = useTakenOverThings();
  const [takeover, setTakeover] = useState<Takeover>();
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState("");
  const [look, setLook] = useState<"none" | "looking" | "nothing-new" | "incomplete">("none");

  useEffect(() => {
    readTakeover().then(setTakeover, (thrown: unknown) => report(toAppError(thrown)));
  }, []);
  if (!takeover) return null;

  async function again() {
    setLook("looking");
    setNews("");
    try {
      const { isNews, lookAgain } = await import("@/store/data/takeover");
      const found = await lookAgain();
      setTakeover(await readTakeover());
      setNews(things(found.added, found.hasSettings));
      setLook(found.isIncomplete ? "incomplete" : isNews(found) ? "none" : "nothing-new");
    } catch (thrown) {
      report(toAppError(thrown));
      setLook("none");
    }
  }

  return (
    <ListRow title={t("takenOver")} subtitle={format.dateTime(new Date(takeover.at), { dateStyle: "long" })}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("takenOverShow")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("takenOver")}
        closeLabel={app("close")}
        size="small"
        footerStart={
          <Button variant="quiet" busy={look === "looking"} onClick={() => void again()}>
            {t("takenOverLookAgain")}
          </Button>
        }
        footerEnd={<Button onClick={() => setOpen(false)}>{app("close")}</Button>}
      >
        <Summary takeover={takeover} />
        <p role="status">
          {news && t("takenOverNew", { things: news })} {look === "nothing-new" && t("takenOverNothingNew")}
          {look === "incomplete" && t("takenOverIncomplete")}
        </p>
      </Dialog>
    </ListRow>
  );
}

function Summary({ takeover }: { readonly takeover: Takeover }) {
  const t = useTranslations("data");
  const size = useSize();
  const things = useTakenOverThings();
  const { chats, messages, failed, usesOwnKeys, removedChars, notUnderstood } = takeover;
  const others = things({ ...takeover, chats: 0, messages: 0 }, hasSettings(takeover));
  return (
    <div className={styles.report}>
      <p>{t("planned", { chats, messages })}</p>
      {others && <p>{others}</p>}
      {usesOwnKeys && <p>{t("takenOverOwnKeys")}</p>}
      {failed.length > 0 && (
        <>
          <p>{t("takenOverFailed")}</p>
          <ul>
            {failed.map((key) => (
              <li key={key}>
                <code dir="ltr">{key}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <NotUnderstoodList pieces={notUnderstood} />
      {/* localStorage counts two bytes a character. */}
      <p>{removedChars > 0 ? t("takenOverRemoved", { size: size(2 * removedChars) }) : t("takenOverHint")}</p>
    </div>
  );
}
