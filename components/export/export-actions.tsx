"use client";
import { Copy, Download, Printer, Share } from "lucide-react";
import { type RefObject, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useIsPhone } from "@/components/ui/is-phone";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { downloadFile } from "@/lib/platform/download";
import { canCopyImages, copyPng } from "@/lib/platform/image-clipboard";
import { canShareFiles, shareFiles } from "@/lib/platform/native-share";
import { printElement } from "@/lib/platform/print";
import { settled } from "@/lib/platform/settled";
import { report, type ToastContent, useUi } from "@/store/ui";
import { exportedFiles, exportedImages, exportedText } from "./export-file";
import { type ExportFormat, isTextFormat, textKinds } from "./export-format";
import { ShareLink } from "./share-link";
import type { PaperChat } from "./use-exported-chat";

interface ExportActionsProps {
  readonly chat: PaperChat | null;
  readonly format: ExportFormat;
  readonly paper: RefObject<HTMLElement | null>;
}

/** What can be done with what is previewed: it is copied, shared with other apps, printed, or saved as a file. */
export function ExportActions({ chat, format, paper }: ExportActionsProps) {
  const t = useTranslations("export");
  const isPhone = useIsPhone();
  const [busy, setBusy] = useState<"copy" | "share" | "save" | null>(null);

  async function run(name: typeof busy, work: (chat: PaperChat) => Promise<ToastContent | undefined>) {
    if (!chat || busy) return;
    setBusy(name);
    try {
      const done = await work(chat);
      if (done) useUi.getState().toast(done);
    } catch (thrown) {
      report(toAppError(thrown));
    } finally {
      setBusy(null);
    }
  }

  const files = (from: PaperChat) => exportedFiles({ chat: from, format, purpose: t("purpose"), paper: paper.current });

  const copy = () =>
    run("copy", async (from) => {
      if (format === "image" && paper.current) await copyPng(onePage(exportedImages(paper.current)));
      else {
        await copyText((await exportedText({ chat: from, format, purpose: t("purpose"), paper: paper.current })) ?? "");
      }
      return { kind: "copied" };
    });

  const share = () =>
    run("share", async (from) => {
      await shareFiles(await files(from), from.title);
      return undefined;
    });

  const save = () =>
    run("save", async (from) => {
      try {
        for (const file of await files(from)) downloadFile(file, file.name);
      } catch (thrown) {
        console.warn("A chat could not be exported.", thrown);
        return { kind: "download-failed" };
      }
      return { kind: "downloaded" };
    });

  const print = () =>
    run("save", async () => {
      if (!paper.current) return undefined;
      await settled(paper.current);
      printElement(paper.current);
      return undefined;
    });

  if (format === "pdf") {
    return (
      <Button variant="solid" icon={Printer} busy={busy === "save"} onClick={() => void print()}>
        {t("print")}
      </Button>
    );
  }
  const type = isTextFormat(format) ? textKinds[format].type : { image: "image/png", html: "text/html" }[format];
  return (
    <>
      {(format !== "image" || (canCopyImages() && !isPhone)) && (
        <Button icon={Copy} busy={busy === "copy"} onClick={() => void copy()}>
          {t("copy")}
        </Button>
      )}
      {isPhone && canShareFiles(type) && (
        <Button icon={Share} busy={busy === "share"} onClick={() => void share()}>
          {t("shareFile")}
        </Button>
      )}
      {!isTextFormat(format) && chat && <ShareLink chat={chat} paper={paper} />}
      <Button variant="solid" icon={Download} busy={busy === "save"} onClick={() => void save()}>
        {t("download")}
      </Button>
    </>
  );
}

/** A clipboard takes one image: of a long chat it is the first page. */
async function onePage(pages: Promise<Blob[]>): Promise<Blob> {
  const [first = new Blob()] = await pages;
  return first;
}
