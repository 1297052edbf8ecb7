"use client";
import { ArrowLeft, ChevronLeft } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useActionContext } from "@/components/actions/action";
import { temporaryChat } from "@/components/actions/temporary-chat";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { EmojiAvatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import type { Mask } from "@/lib/chat/mask";
import { withMasksFirst } from "@/lib/chat/project-masks";
import { brand } from "@/lib/platform/brand";
import { isSettingLocked } from "@/lib/platform/site-rules";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { MaskIndex } from "./mask-index";
import styles from "./mask-picker.module.css";
import { useAllMasks, useProjectMaskIds } from "./use-masks";
import { useStartChat } from "./use-start-chat";

/** A picker of all masks for a new chat: arrows move, typing filters, Enter starts. A preview shows a mask before. */
export function MaskPicker() {
  const t = useTranslations();
  const { project, isUnknown } = useAddressedProject();
  const all = useAllMasks();
  const firstIds = useProjectMaskIds(project?.id);
  const masks = useMemo(() => withMasksFirst(all, firstIds), [all, firstIds]);
  const title = t("sidebarNav.pickMask");
  const isNarrow = useIsPhone();

  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [title]);

  return (
    <section className={styles.screen} aria-labelledby="picker-title">
      <Head projectId={project?.id} />
      <div className={styles.scroll}>
        <div className={styles.page}>
          <Fan masks={masks.slice(0, 3)} />
          <h1 id="picker-title" className={styles.title}>
            {title}
          </h1>
          <p className={styles.intro}>
            {project
              ? t("maskPicker.introProject", { project: project.name || t("projects.untitled") })
              : t(isUnknown ? "maskPicker.introUnknownProject" : "maskPicker.intro")}
          </p>
          {isNarrow && <TurnOff projectId={project?.id} />}
          <MaskIndex masks={masks} firstIds={firstIds} projectId={project?.id} />
        </div>
      </div>
    </section>
  );
}

/** Returns the project in the URL, to which a started chat belongs, and whether it is missing among the stored ones. */
function useAddressedProject() {
  const id = useSearchParams().get("project") ?? "";
  const project = useProjects(({ byId }) => byId.get(id));
  // Projects can be folded as soon as they are read.
  const areRead = useProjects(({ setFolded, isUnread }) => setFolded !== undefined || isUnread === true);
  return { project, isUnknown: id !== "" && areRead && !project };
}

interface PickerProps {
  /** The project of a started chat. */
  readonly projectId: string | undefined;
}

function Head({ projectId }: PickerProps) {
  const t = useTranslations("maskPicker");
  const app = useTranslations("app");
  const { startPlain, goBack } = useStartChat(projectId);
  const isNarrow = useIsPhone();
  return (
    <header className={styles.head}>
      <IconButton icon={isNarrow ? ChevronLeft : ArrowLeft} flip label={app("back")} onClick={goBack} />
      <span className={styles.grow} />
      {!isNarrow && <TurnOff projectId={projectId} />}
      <TemporaryChatButton />
      <Button size="small" onClick={startPlain}>
        {t("skip")}
      </Button>
    </header>
  );
}

/** The button that turns off the picker. A phone's header has no space for it. */
function TurnOff({ projectId }: PickerProps) {
  const t = useTranslations("maskPicker");
  const app = useTranslations("app");
  const [isAsking, setAsking] = useState(false);
  const { startPlain } = useStartChat(projectId);
  // A visit by the masks button is intentional. Only the picker that opens by itself can be turned off.
  const isFromHome = useSearchParams().get("from") === "home";
  const isTurnedOff = useSettings((settings) => settings.dontShowMaskSplashScreen);
  if (isTurnedOff || isFromHome || isSettingLocked("dontShowMaskSplashScreen")) return null;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        {t("doNotShow")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t("doNotShowQuestion")}
        body={t("doNotShowBody")}
        confirmLabel={t("doNotShowAction")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          useSettings.getState().set("dontShowMaskSplashScreen", true);
          startPlain();
        }}
      />
    </>
  );
}

function TemporaryChatButton() {
  const context = useActionContext(useChats((chats) => chats.currentId));
  const { icon, label, run } = temporaryChat;
  const start = () => run(context);
  if (context.isPhone) return <IconButton icon={icon} label={label(context)} onClick={start} />;
  return (
    <Button variant="quiet" size="small" icon={icon} onClick={start}>
      {label(context)}
    </Button>
  );
}

/** Avatars of the cards while there are no masks. */
const defaultCards = ["1f606", "1f916", "1f479"];

function Fan({ masks }: { readonly masks: readonly Mask[] }) {
  return (
    <div className={styles.fan} aria-hidden="true">
      {defaultCards.map((code, place) => {
        const mask = masks[place];
        return (
          <span key={code} className={styles.card}>
            {mask ? <MaskAvatar avatar={mask.avatar} model={mask.modelConfig.model} /> : <EmojiAvatar code={code} />}
          </span>
        );
      })}
    </div>
  );
}
