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
import { copiedImage, type ExportSource, exportedFiles, exportedText } from "./export-file";
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
export function ExportActions(props: ExportActionsProps) {
  const { chat, format, paper, hasAvatars } = props;
  const t = useTranslations("export");
  const isPhone = useIsPhone();
  const { busy, copy, share, save, print } = useExportRuns(props);

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
        <Button icon={Share} busy={busy === "share"} onClick={() => void share()}>
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

/** Runs the actions one at a time, with a toast at their end. `busy` is the action that runs. */
function useExportRuns({ chat, format, paper, hasAvatars }: ExportActionsProps) {
  const shareFiles = useNativeShare();
  const [busy, setBusy] = useState<"copy" | "share" | "save" | null>(null);

  async function run(name: typeof busy, work: (source: ExportSource) => Promise<ToastContent | undefined>) {
    if (!chat || busy) return;
    setBusy(name);
    try {
      const done = await work({ chat, format, paper: paper.current });
      if (done) useUi.getState().toast(done);
    } catch (thrown) {
      report(toAppError(thrown));
    } finally {
      setBusy(null);
    }
  }

  async function share(source: ExportSource): Promise<ToastContent | undefined> {
    const { title } = source.chat;
    const isShared = await shareFiles([source.chat, format, hasAvatars], () => exportedFiles(source), title);
    return isShared ? undefined : { kind: "share-ready" };
  }

  return {
    busy,
    copy: () => run("copy", copyExport),
    share: () => run("share", share),
    save: () => run("save", saveExport),
    print: () => run("save", printExport),
  };
}

async function copyExport(source: ExportSource): Promise<ToastContent> {
  if (source.format === "image" && source.paper) {
    const drawn = copiedImage(source.paper);
    await copyPng(drawn.then(({ image }) => image));
    const { pages } = await drawn;
    return pages > 1 ? { kind: "page-copied", pages } : { kind: "copied" };
  }
  await copyText((await exportedText(source)) ?? "");
  return { kind: "copied" };
}

async function saveExport(source: ExportSource): Promise<ToastContent | undefined> {
  try {
    for (const file of await exportedFiles(source)) {
      if (!(await downloadFile(file, file.name))) return undefined;
    }
  } catch (thrown) {
    console.warn("Could not export a chat.", thrown);
    return { kind: "download-failed" };
  }
  return { kind: "downloaded" };
}

async function printExport({ paper }: ExportSource): Promise<undefined> {
  if (!paper) return undefined;
  await settled(paper);
  printElement(paper);
}
