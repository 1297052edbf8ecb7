"use client";
import { ArrowLeft, PanelLeftClose, PanelLeftOpen, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type CSSProperties, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { DeleteDialog } from "@/components/shell/delete-dialog";
import { WidthHandle } from "@/components/shell/width-handle";
import { classNames } from "@/components/ui/class-names";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { LinkButton } from "@/components/ui/link-button";
import { formWidths } from "@/lib/chat/image-task";
import { brand } from "@/lib/platform/brand";
import { useImageTasks } from "@/store/image-tasks/image-tasks";
import { ImageForm } from "./image-form";
import { ImageGallery } from "./image-gallery";
import styles from "./image-studio.module.css";

/** The form and its results: side by side, or one of them on a phone. */
export function ImageStudio({ view }: { readonly view: "form" | "results" }) {
  const t = useTranslations("imageTasks");
  const id = useId();
  const router = useRouter();
  const isPhone = useIsPhone();
  const [isFormHidden, setFormHidden] = useState(false);
  const count = useImageTasks(({ tasks }) => tasks.length);
  const formWidth = useImageTasks((images) => images.formWidth);
  const [isClearing, setClearing] = useState(false);
  const screen = useRef<HTMLElement>(null);
  const isCleared = useRef(false);
  const { clear, setFormWidth } = useImageTasks.getState();
  const hasForm = isPhone ? view === "form" : !isFormHidden;

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  // The clicked button is gone with the images, so the dialog could not return the focus to it.
  useEffect(() => {
    if (isCleared.current) screen.current?.focus();
    isCleared.current = false;
  });

  return (
    <section ref={screen} tabIndex={-1} className={styles.screen} aria-labelledby={id}>
      <Head
        id={id}
        view={view}
        isFormHidden={isFormHidden}
        onToggleForm={() => setFormHidden(!isFormHidden)}
        onClear={() => setClearing(true)}
      />
      <div
        className={classNames(styles.studio, isFormHidden && styles.withoutForm)}
        style={{ "--form-w": `${formWidth}px` } as CSSProperties}
      >
        {hasForm && <ImageForm onOrdered={() => router.push("/sd-new")} />}
        {hasForm && !isPhone && (
          <WidthHandle
            label={t("formWidth")}
            width={formWidth}
            min={formWidths.min}
            max={formWidths.max}
            className={styles.handle}
            onResize={setFormWidth}
            onToggle={() => setFormWidth(formWidths.default)}
          />
        )}
        {(!isPhone || view === "results") && <ImageGallery />}
      </div>
      <DeleteDialog
        thing={isClearing ? count : undefined}
        question={() => t("clearQuestion")}
        body={t("clearBody")}
        action={t("clear")}
        onClose={() => setClearing(false)}
        onDelete={() => {
          isCleared.current = true;
          clear();
        }}
      />
    </section>
  );
}

interface HeadProps {
  /** The id of the title. */
  readonly id: string;
  readonly view: "form" | "results";
  readonly isFormHidden: boolean;
  readonly onToggleForm: () => void;
  readonly onClear: () => void;
}

/** The title with the number of images, and buttons: on a phone the way to the other view. */
function Head({ id, view, isFormHidden, onToggleForm, onClear }: HeadProps) {
  const t = useTranslations("imageTasks");
  const chat = useTranslations("chat");
  const isPhone = useIsPhone();
  const count = useImageTasks(({ tasks }) => tasks.length);
  const running = useImageTasks(({ tasks }) => tasks.filter(({ status }) => status === "running").length);
  return (
    <header className={styles.head}>
      <IconLink icon={ArrowLeft} flip href="/" label={chat("backToChats")} />
      <div className={styles.titles}>
        <h1 id={id} className={styles.title}>
          {t("title")}
        </h1>
        <p role="status">{t("counts", { count, running })}</p>
      </div>
      {isPhone ? (
        <LinkButton href={view === "form" ? "/sd-new" : "/sd"} size="small">
          {t(view === "form" ? "history" : "new")}
        </LinkButton>
      ) : (
        <>
          {count > 0 && <IconButton icon={Trash2} label={t("clear")} onClick={onClear} />}
          <IconButton
            icon={isFormHidden ? PanelLeftOpen : PanelLeftClose}
            flip
            label={t(isFormHidden ? "showForm" : "hideForm")}
            onClick={onToggleForm}
          />
        </>
      )}
    </header>
  );
}
