"use client";
import { CircleAlert, Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import { type ImageTask, queuePosition } from "@/lib/chat/image-task";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useImageTasks } from "@/store/image-tasks/image-tasks";
import styles from "./image-card.module.css";
import { useTaskErrorMessage } from "./use-task-error-message";

interface ImageStateProps {
  readonly task: ImageTask;
  readonly onDetails: () => void;
}

/** The placeholder of a missing image: its position in the queue, its duration, or its error. */
export function ImageState({ task, onDetails }: ImageStateProps) {
  const t = useTranslations("imageTasks");
  const errorMessage = useTaskErrorMessage();
  if (task.status === "wait") return <Waiting id={task.id} />;
  if (task.status === "running") return <Running since={task.started_at} />;
  return (
    <div className={styles.state}>
      <span className={styles.failed}>
        <Icon glyph={CircleAlert} />
      </span>
      <span className={styles.failed}>{errorMessage(task)}</span>
      <span className={styles.buttons}>
        {task.error?.message && (
          <Button size="small" onClick={onDetails}>
            {t("details")}
          </Button>
        )}
        <Button
          size="small"
          onClick={() =>
            void useImageTasks
              .getState()
              .retry(task.id)
              .catch((thrown: unknown) => report(toAppError(thrown)))
          }
        >
          {t("retry")}
        </Button>
      </span>
    </div>
  );
}

function Waiting({ id }: { readonly id: string }) {
  const t = useTranslations("imageTasks");
  const place = useImageTasks(({ tasks }) => queuePosition(tasks, id));
  return (
    <div className={styles.state}>
      <Icon glyph={Clock} />
      {t("waiting", { place })}
    </div>
  );
}

function Running({ since }: { readonly since: number | undefined }) {
  const t = useTranslations("imageTasks");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.state}>
      <Spinner />
      {t("runningFor", { seconds: Math.max(0, Math.round((now - (since ?? now)) / 1000)) })}
    </div>
  );
}
