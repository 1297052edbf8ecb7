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
import { canShareFiles, canShareTexts } from "@/lib/platform/native-share";
import { printElement } from "@/lib/platform/print";
import { settled } from "@/lib/platform/settled";
import { report, type ToastContent, useUi } from "@/store/base/ui";
import { copiedImage, exportedFiles, exportedText } from "./export-file";
import { type ExportFormat, isTextFormat, textKinds } from "./export-format";
import { ShareLink } from "./share-link";
import type { PaperChat } from "./use-exported-chat";
import { useNativeShare } from "./use-native-share";

interface ExportActionsProps {
  readonly chat: PaperChat | null;
  readonly format: ExportFormat;
  readonly paper: RefObject<HTMLElement | null>;
  readonly hasAvatars: boolean;
}

/** The actions on the previewed export: copy, share with other apps, print, or save as a file. */
export function ExportActions({ chat, format, paper, hasAvatars }: ExportActionsProps) {
  const t = useTranslations("export");
  const isPhone = useIsPhone();
  const share = useNativeShare();
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

  const sourceOf = (chat: PaperChat) => ({ chat, format, paper: paper.current });
  const files = (from: PaperChat) => exportedFiles(sourceOf(from));

  const copy = () =>
    run("copy", async (from) => {
      if (format === "image" && paper.current) {
        const drawn = copiedImage(paper.current);
        await copyPng(drawn.then(({ image }) => image));
        const { pages } = await drawn;
        return pages > 1 ? { kind: "page-copied", pages } : { kind: "copied" };
      }
      await copyText((await exportedText(sourceOf(from))) ?? "");
      return { kind: "copied" };
    });

  const hand = () =>
    run("share", async (from) => {
      const isShared = await share([from, format, hasAvatars], () => files(from), from.title);
      return isShared ? undefined : { kind: "share-ready" };
    });

  const save = () =>
    run("save", async (from) => {
      try {
        for (const file of await files(from)) {
          if (!(await downloadFile(file, file.name))) return undefined;
        }
      } catch (thrown) {
        console.warn("Could not export a chat.", thrown);
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

  const link = chat && <ShareLink chat={chat} paper={paper} hasAvatars={hasAvatars} />;
  if (format === "pdf") {
    return (
      <>
        {link}
        <Button variant="solid" icon={Printer} busy={busy === "save"} onClick={() => void print()}>
          {t("print")}
        </Button>
      </>
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
      {isPhone && (canShareFiles(type) || (isTextFormat(format) && canShareTexts())) && (
        <Button icon={Share} busy={busy === "share"} onClick={() => void hand()}>
          {t("shareFile")}
        </Button>
      )}
      {link}
      <Button variant="solid" icon={Download} busy={busy === "save"} onClick={() => void save()}>
        {t("download")}
      </Button>
    </>
  );
}
