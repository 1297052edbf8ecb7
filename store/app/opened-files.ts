import { toAppError } from "@/lib/errors";
import { supportsVision } from "@/lib/models/model-facts";
import { report, useUi } from "@/store/base/ui";
import { attachFiles, type VisionSupport } from "@/store/chats/attach";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useAccess } from "@/store/settings/access";
import { sessionInUse } from "@/store/settings/models";
import { visionNames } from "@/store/settings/vision-names";

/**
 * Takes the files that the system opens with the app: of exports the first comes into the dialog that says what it would
 * bring, images and texts are attached to the message of the current chat. Nothing is imported or sent by that.
 *
 * @param showChat brings up a chat, where a file is attached to it
 */
export async function openFiles(
  handles: readonly FileSystemFileHandle[],
  showChat: (sessionId: string) => void,
): Promise<void> {
  const files = (await Promise.all(handles.map(fileOf))).filter((file) => file !== undefined);
  const [first, second] = files.filter(isExport);
  const attached = files.filter((file) => !isExport(file));
  if (attached.length > 0) {
    // Which model is asked, and whether it sees images, is known then.
    await flagsKnown();
    const { currentId } = useChats.getState();
    showChat(currentId);
    await attachFiles(currentId, attached, visionSupportOf(currentId));
  }
  if (second) useUi.getState().toast({ kind: "import-left-out", name: second.name });
  if (first) useUi.getState().openDialog({ kind: "import", file: first });
}

/** A file that has gone meanwhile, or may not be read, is reported. */
async function fileOf(handle: FileSystemFileHandle): Promise<File | undefined> {
  try {
    return await handle.getFile();
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

function visionSupportOf(sessionId: string): VisionSupport {
  const session = sessionOf(useChats.getState(), sessionId);
  const model = session ? sessionInUse(session).mask.modelConfig.model : "";
  return { model, supportsVision: supportsVision(model, visionNames()) };
}

/** The files that the manifest announces as exports. */
function isExport({ name }: File): boolean {
  return /\.(jsonl?|zip)$/i.test(name);
}

/** Resolves once the server has said what it offers, or will not say it. */
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
