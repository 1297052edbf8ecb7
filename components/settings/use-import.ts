import { useEffect, useState } from "react";
import { type AppError, toAppError } from "@/lib/errors";
import { type ImportJob, type ImportPreview, startImport } from "@/store/data/import-job";

/** The state of an import. */
export interface ImportState {
  /** The read part of the file, from 0 to 1. */
  readonly share: number;
  /** The content of the file; undefined while it is read. */
  readonly preview: ImportPreview | undefined;
  /** The error that kept the file from being read or written. */
  readonly error: AppError | undefined;
  /** The error that kept the settings from being written after the chats. */
  readonly settingsError: AppError | undefined;
  readonly isWriting: boolean;
  /** Writes the content, then reloads the tab. */
  write(choices: { readonly withDocuments: boolean; readonly isReplacing: boolean }): Promise<void>;
}

/** Reads a file, and writes its content when asked. Leaving cancels the reading. */
export function useImport(file: Blob): ImportState {
  const [job, setJob] = useState<ImportJob>();
  const [share, setShare] = useState(0);
  const [preview, setPreview] = useState<ImportPreview>();
  const [error, setError] = useState<AppError>();
  const [settingsError, setSettingsError] = useState<AppError>();
  const [isWriting, setWriting] = useState(false);

  useEffect(() => {
    let isGone = false;
    const started = startImport(file, setShare);
    setJob(started);
    started.preview.then(
      (content) => !isGone && setPreview(content),
      (thrown: unknown) => !isGone && setError(toAppError(thrown)),
    );
    return () => {
      isGone = true;
      started.cancel();
    };
  }, [file]);

  return {
    share,
    preview,
    error,
    settingsError,
    isWriting,
    async write({ withDocuments, isReplacing }) {
      setWriting(true);
      try {
        const failure = await job?.write(withDocuments, isReplacing);
        if (!failure) return location.reload();
        setSettingsError(failure);
      } catch (thrown) {
        setError(toAppError(thrown));
      }
      setWriting(false);
    },
  };
}
