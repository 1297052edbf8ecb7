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

/** What a picture is made from; beside it, where there is room, the pictures. */
export function ImageFormScreen() {
  return (
    <Suspense>
      <ImageStudio view="form" />
    </Suspense>
  );
}

/** The pictures that were made; beside them, where there is room, the form. */
export function ImageResultsScreen() {
  return (
    <Suspense>
      <ImageStudio view="results" />
    </Suspense>
  );
}
