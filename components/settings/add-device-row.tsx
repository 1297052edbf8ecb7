"use client";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ListRow } from "@/components/ui/list-row";
import { isSyncConfigured } from "@/lib/settings/sync-settings";
import { useSync } from "@/store/sync/sync";
import styles from "./data-section.module.css";

const AddDeviceDialog = lazy(() =>
  import("./add-device-dialog").then(({ AddDeviceDialog }) => ({ default: AddDeviceDialog })),
);
const JoinDialog = lazy(() => import("./join-dialog").then(({ JoinDialog }) => ({ default: JoinDialog })));

/** Links between the devices of a user: one is created here for another device, or one of another device is used. */
export function AddDeviceRow() {
  const t = useTranslations("addDevice");
  const { settings } = useSync();
  const [opened, setOpened] = useState<"add" | "join">();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListRow title={t("title")} subtitle={t("rowHint")}>
        <span className={styles.actions}>
          {isSyncConfigured(settings) && (
            <Button aria-haspopup="dialog" onClick={() => setOpened("add")}>
              {t("add")}
            </Button>
          )}
          <Button aria-haspopup="dialog" onClick={() => setOpened("join")}>
            {t("useLink")}
          </Button>
        </span>
      </ListRow>
      <Suspense>
        {opened === "add" && <AddDeviceDialog onClose={close} />}
        {opened === "join" && <JoinDialog onClose={close} />}
      </Suspense>
    </>
  );
}
