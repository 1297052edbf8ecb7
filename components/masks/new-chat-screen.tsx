"use client";
import { useSearchParams } from "next/navigation";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { StartBox } from "@/components/shell/start-box";
import { useScreenTitle } from "@/components/shell/use-screen-title";
import { useIsPhone } from "@/components/ui/is-phone";
import styles from "./new-chat-screen.module.css";

const MaskPicker = lazyGroup(async () => {
  const [{ MaskPicker }, { useMasks }] = await Promise.all([import("./mask-picker"), import("@/store/library/masks")]);
  await useMasks.whenRead();
  return { MaskPicker };
}).component("MaskPicker");

/** The screen to choose a mask for a new chat. */
export function NewChatScreen() {
  useScreenTitle("sidebarNav.pickMask");
  const isPhone = useIsPhone();
  // A message sent from the box starts a chat outside the project.
  const isInProject = useSearchParams().has("project");
  return (
    <>
      <Suspense>
        <MaskPicker />
      </Suspense>
      {isPhone && !isInProject && (
        <div className={styles.dock}>
          <StartBox />
        </div>
      )}
    </>
  );
}
