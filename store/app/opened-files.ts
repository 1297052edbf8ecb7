import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { attachFiles, type VisionSupport } from "@/store/chats/attach";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { abilitiesNow } from "@/store/settings/abilities";
import { useAccess } from "@/store/settings/access";
import { sessionInUse } from "@/store/settings/models";

/**
 * Opens the files that the system passes to the app. The first export opens in the import dialog; images and texts are
 * attached to the message of the current chat. Nothing is imported or sent yet.
 *
 * @param showChat shows the chat that a file was attached to
 */
export async function openFiles(
  handles: readonly Pick<FileSystemFileHandle, "getFile">[],
  showChat: (sessionId: string) => void,
): Promise<void> {
  const files = (await Promise.all(handles.map(fileOf))).filter((file) => file !== undefined);
  const [first, second] = files.filter(isExport);
  const attached = files.filter((file) => !isExport(file));
  if (attached.length > 0) {
    // The model, and whether it supports vision, is only known once the flags are.
    await flagsKnown();
    const { currentId } = useChats.getState();
    showChat(currentId);
    await attachFiles(currentId, attached, visionSupportOf(currentId));
  }
  if (second) useUi.getState().toast({ kind: "import-left-out", name: second.name });
  if (first) useUi.getState().openDialog({ kind: "import", file: first });
}

/** Returns the file, or reports that it is gone or may not be read. */
async function fileOf(handle: Pick<FileSystemFileHandle, "getFile">): Promise<File | undefined> {
  try {
    return await handle.getFile();
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

function visionSupportOf(sessionId: string): VisionSupport {
  const session = sessionOf(useChats.getState(), sessionId);
  if (!session) return { model: "", supportsVision: false };
  const { modelConfig } = sessionInUse(session).mask;
  return { model: modelConfig.model, supportsVision: abilitiesNow(modelConfig).vision };
}

/** Whether a file is one that the web manifest declares as an export. */
function isExport({ name }: File): boolean {
  return /\.(jsonl?|zip)$/i.test(name);
}

/** Resolves once the server's flags are known, or cannot be fetched. */
function flagsKnown(): Promise<void> {
  if (useAccess.getState().areFlagsFinal) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useAccess.subscribe(({ areFlagsFinal }) => {
      if (!areFlagsFinal) return;
      stop();
      resolve();
    });
  });
}
