import type { CodeOutcome, CodeRequest } from "@/lib/tools/app/code-run";
import { useChats } from "@/store/chats/chats";
import { readThreadFiles } from "@/store/chats/thread-files";
import { type RunOptions, runCode } from "@/store/tools/code-sandbox";

/** A block of code in a message of a chat. */
export interface CodeBlockRun extends Omit<CodeRequest, "files"> {
  readonly chatId: string;
}

/** Runs a block of code with the files of its chat. */
export async function runCodeBlock({ chatId, ...code }: CodeBlockRun, options: RunOptions): Promise<CodeOutcome> {
  const { threads, messages } = useChats.getState();
  const thread = (threads[chatId]?.ids ?? []).flatMap((id) => messages[id] ?? []);
  return runCode({ ...code, files: await readThreadFiles(thread) }, options);
}
