"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const ImageStudio = lazyWithWords(async () => {
  const [{ ImageStudio }, { prepareImageTasks }] = await Promise.all([
    import("./image-studio"),
    import("@/store/image-tasks/image-tasks"),
  ]);
  await prepareImageTasks();
  return ImageStudio;
});

/** The form, with the results beside it if there is space. */
export function ImageFormScreen() {
  return (
    <Suspense>
      <ImageStudio view="form" />
    </Suspense>
  );
}

/** The results, with the form beside them if there is space. */
export function ImageResultsScreen() {
  return (
    <Suspense>
      <ImageStudio view="results" />
    </Suspense>
  );
}
