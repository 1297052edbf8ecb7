"use client";
import { Copy, Download, Ellipsis, Info, RotateCcw, Trash2 } from "lucide-react";
import { type CSSProperties, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { Menu } from "@/components/ui/menu";
import type { MenuAction } from "@/components/ui/menu-item";
import { Tag, type TagProps } from "@/components/ui/tag";
import { useCopy } from "@/components/use-copy";
import type { ImageTask, ImageTaskStatus } from "@/lib/chat/image-task";
import { toAppError } from "@/lib/errors";
import { shapeOf, stabilityModels } from "@/lib/models/image-fields";
import { report } from "@/store/base/ui";
import { useImageTasks } from "@/store/image-tasks/image-tasks";
import { downloadImage } from "./download-image";
import styles from "./image-card.module.css";
import { ImageState } from "./image-state";
import { TaskImage } from "./task-image";
import { useNearViewport } from "./use-near-viewport";
import { useParamLabels } from "./use-param-labels";

/** The dialogs that a card opens for its image. */
export type ImageDialog = "image" | "parameters" | "deletion";

interface ImageCardProps {
  readonly task: ImageTask;
  readonly onOpen: (what: ImageDialog) => void;
}

/** Each status has its own color; the word alone states it, too. */
const tones: Readonly<Record<ImageTaskStatus, NonNullable<TagProps["tone"]>>> = {
  wait: "warn",
  running: "info",
  success: "ok",
  error: "bad",
};

/** An image task: the image or its progress, its parameters, and its actions. */
export function ImageCard({ task, onOpen }: ImageCardProps) {
  const t = useTranslations("imageTasks");
  const { valueLabel } = useParamLabels();
  const card = useRef<HTMLLIElement>(null);
  const isNear = useNearViewport(card);
  const app = useTranslations("app");
  const isPhone = useIsPhone();
  const actions = useTaskActions(task, onOpen);
  const { status, params } = task;
  const prompt = params.prompt ?? "";
  const shape = shapeOf(params);
  const frame: CSSProperties = shape ? { aspectRatio: `${shape[0]} / ${shape[1]}` } : {};
  const short = stabilityModels.find(({ model }) => model === task.model)?.short ?? (task.model_name || task.model);
  const facts = [short, params.aspect_ratio, params.size && valueLabel("size", params.size)]
    .concat(params.style && valueLabel("style", params.style))
    .filter(Boolean);
  return (
    <li ref={card} className={styles.card}>
      <div className={styles.frame} style={frame} data-empty={status !== "success" || undefined}>
        {status !== "success" && <ImageState task={task} onDetails={() => onOpen("parameters")} />}
        {status === "success" && isNear && <TaskImage task={task} onOpen={() => onOpen("image")} />}
        {!isPhone && (
          <div className={styles.over}>
            {actions.map(({ id, icon, label, onSelect }) => (
              <IconButton key={id} icon={icon} label={label} onClick={onSelect} />
            ))}
          </div>
        )}
      </div>
      <div className={styles.caption}>
        <button type="button" className={styles.prompt} dir="auto" onClick={() => onOpen("parameters")}>
          {prompt || t("parameters")}
        </button>
        {isPhone && (
          <Menu
            label={t("actions", { prompt })}
            closeLabel={app("close")}
            items={actions}
            trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t("actions", { prompt })} />}
          />
        )}
      </div>
      <span className={styles.facts}>
        {facts.join(" · ")}
        <Tag tone={tones[status]}>{t(`status_${status}`)}</Tag>
      </span>
    </li>
  );
}

type Action = MenuAction & { readonly icon: NonNullable<MenuAction["icon"]> };

/** Returns the actions on an image: over it on hover and focus, on a phone in a menu. */
function useTaskActions(task: ImageTask, onOpen: ImageCardProps["onOpen"]): readonly Action[] {
  const t = useTranslations("imageTasks");
  const { copy } = useCopy();
  const failed = (thrown: unknown) => report(toAppError(thrown));

  async function downloadPicture() {
    // If the file is gone, open the viewer, which reports it.
    if (!(await downloadImage(task.img_data))) onOpen("image");
  }

  const download: Action = {
    id: "download",
    icon: Download,
    label: t("download"),
    onSelect: () => void downloadPicture().catch(failed),
  };
  return [
    ...(task.img_data === "" ? [] : [download]),
    { id: "parameters", icon: Info, label: t("parameters"), onSelect: () => onOpen("parameters") },
    { id: "copy", icon: Copy, label: t("copyPrompt"), onSelect: () => void copy(task.params.prompt ?? "") },
    {
      id: "again",
      icon: RotateCcw,
      label: t("again"),
      onSelect: () => void useImageTasks.getState().retry(task.id).catch(failed),
    },
    { id: "delete", icon: Trash2, label: t("delete"), danger: true, onSelect: () => onOpen("deletion") },
  ];
}
