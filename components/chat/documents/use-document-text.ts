import { useEffect, useState } from "react";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { readDocumentText } from "@/store/chats/read-document-text";

/** Returns the text of a stored document; undefined while it is read. */
export function useDocumentText(id: string): { readonly whole: string } | "missing" | undefined {
  const [read, setRead] = useState<{ readonly id: string; readonly whole: string | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    readDocumentText(id).then(
      (whole) => isCurrent && setRead({ id, whole }),
      (thrown: unknown) => report(toAppError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (read?.id !== id) return undefined;
  return read.whole === undefined ? "missing" : { whole: read.whole };
}
