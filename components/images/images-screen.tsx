"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { useScreenTitle } from "@/components/shell/use-screen-title";

const ImageStudio = lazyGroup(async () => {
  const [{ ImageStudio }, { prepareImageTasks }] = await Promise.all([
    import("./image-studio"),
    import("@/store/image-tasks/image-tasks"),
  ]);
  await prepareImageTasks();
  return { ImageStudio };
}).component("ImageStudio");

/** The form, with the results beside it if there is space. */
export function ImageFormScreen() {
  useScreenTitle("imageTasks.title");
  return (
    <Suspense>
      <ImageStudio view="form" />
    </Suspense>
  );
}

/** The results, with the form beside them if there is space. */
export function ImageResultsScreen() {
  useScreenTitle("imageTasks.title");
  return (
    <Suspense>
      <ImageStudio view="results" />
    </Suspense>
  );
}
