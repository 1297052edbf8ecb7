"use client";
import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { desktop } from "@/lib/platform/desktop";
import type { NextChatData, NextChatProfile } from "@/lib/platform/desktop-port";
import { ImportDialog } from "./import-dialog";

/** The row about a NextChat desktop app on this computer, whose data can be imported; nothing without one. */
export function NextChatProfileRow() {
  const t = useTranslations("nextChatProfile");
  const data = useTranslations("data");
  const [found, setFound] = useState<NextChatProfile>("none");
  const [read, setRead] = useState<NextChatData>();
  const [isReading, setReading] = useState(false);

  useEffect(() => {
    desktop()
      .then((shell) => shell?.findNextChat())
      .then(
        (profile) => setFound(profile ?? "none"),
        (error: unknown) => console.warn("Could not look for NextChat.", error),
      );
  }, []);
  if (found === "none") return null;

  async function readProfile() {
    setReading(true);
    setRead(await (await desktop())?.readNextChat());
    setReading(false);
  }

  const isRefused = read?.state === "large" || read?.state === "damaged";
  return (
    <>
      <ListRow
        title={t("title")}
        subtitle={isRefused ? <span role="alert">{t(read.state)}</span> : t(found)}
        anchor="nextChatProfile"
        also={[data("import")]}
      >
        {found === "readable" && (
          <Button icon={Upload} busy={isReading} onClick={() => void readProfile()}>
            {data("import")}
          </Button>
        )}
      </ListRow>
      {read?.state === "read" && <ImportDialog file={read.file} name="NextChat" onClose={() => setRead(undefined)} />}
    </>
  );
}
