"use client";
import { ArrowLeft, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { LinkButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { brand } from "@/lib/platform/brand";
import { useImageTasks } from "@/store/image-tasks";
import { ImageForm } from "./image-form";
import { ImageGallery } from "./image-gallery";
import styles from "./image-studio.module.css";

/** Orders pictures and shows them: side by side, or, on a phone, one of the two. */
export function ImageStudio({ view }: { readonly view: "form" | "results" }) {
  const t = useTranslations("imageTasks");
  const chat = useTranslations("chat");
  const id = useId();
  const router = useRouter();
  const isPhone = useIsPhone();
  const [isFormHidden, setFormHidden] = useState(false);
  const count = useImageTasks(({ tasks }) => tasks.length);
  const running = useImageTasks(({ tasks }) => tasks.filter(({ status }) => status === "running").length);
  const hasForm = isPhone ? view === "form" : !isFormHidden;

  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [t]);

  return (
    <section className={styles.screen} aria-labelledby={id}>
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
          <IconButton
            icon={isFormHidden ? PanelLeftOpen : PanelLeftClose}
            flip
            label={t(isFormHidden ? "showForm" : "hideForm")}
            onClick={() => setFormHidden(!isFormHidden)}
          />
        )}
      </header>
      <div className={classNames(styles.studio, isFormHidden && styles.withoutForm)}>
        {hasForm && <ImageForm onOrdered={() => router.push("/sd-new")} />}
        {(!isPhone || view === "results") && <ImageGallery />}
      </div>
    </section>
  );
}
