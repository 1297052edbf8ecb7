"use client";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { ImageViewer } from "@/components/chat/message/image-viewer";
import { DeleteDialog } from "@/components/shell/delete-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import type { ImageTask } from "@/lib/chat/image-task";
import { useImageTasks } from "@/store/image-tasks/image-tasks";
import { ImageCard, type ImageDialog } from "./image-card";
import styles from "./image-gallery.module.css";
import { ParametersDialog } from "./parameters-dialog";

/** An open dialog and its image. */
interface OpenedTask {
  readonly what: ImageDialog;
  readonly task: ImageTask;
}

/** The image tasks, newest first, with their actions. */
export function ImageGallery() {
  const t = useTranslations("imageTasks");
  const tasks = useImageTasks((images) => images.tasks);
  const [opened, setOpened] = useState<OpenedTask>();
  const [isOpen, setOpen] = useState(false);
  const region = useRef<HTMLElement>(null);
  const isOpenAs = (what: ImageDialog) => isOpen && opened?.what === what;
  const close = () => setOpen(false);
  const isRemoved = useRef(false);

  // The clicked button is gone with its image, so the dialog could not return the focus to it.
  useEffect(() => {
    if (isRemoved.current) region.current?.focus();
    isRemoved.current = false;
  });

  function open(next: OpenedTask) {
    setOpened(next);
    setOpen(true);
  }

  function remove({ id }: ImageTask) {
    isRemoved.current = true;
    useImageTasks.getState().remove(id);
  }

  return (
    <section
      ref={region}
      className={styles.gallery}
      data-empty={tasks.length === 0 || undefined}
      aria-label={t("gallery")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
    >
      {tasks.length === 0 ? (
        <EmptyState heading={t("empty")} text={t("emptyHint")} />
      ) : (
        <ul className={styles.columns}>
          {tasks.map((task) => (
            <ImageCard key={task.id} task={task} onOpen={(what) => open({ what, task })} />
          ))}
        </ul>
      )}
      {opened && (
        <>
          <ImageViewer
            open={isOpenAs("image")}
            address={opened.task.img_data}
            alt={opened.task.params.prompt ?? ""}
            onClose={close}
          />
          <ParametersDialog open={isOpenAs("parameters")} task={opened.task} onClose={close} />
        </>
      )}
      <DeleteDialog
        thing={isOpenAs("deletion") ? opened?.task : undefined}
        question={() => t("deleteQuestion")}
        body={t("deleteBody")}
        action={t("deleteAction")}
        onClose={close}
        onDelete={remove}
      />
    </section>
  );
}
