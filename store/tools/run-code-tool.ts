import type { Message } from "@/lib/chat/message";
import type { CodeItem, CodeOutcome, CodeRequest } from "@/lib/tools/app/code-run";
import { readThreadFiles } from "@/store/chats/thread-files";
import { runCode } from "@/store/tools/code-sandbox";

/** Runs a model's code with the files of its chat. SVG pictures become PNG, which models and messages accept. */
export async function runCodeTool(
  code: Omit<CodeRequest, "files">,
  { thread, signal }: { readonly thread: readonly Message[]; readonly signal: AbortSignal },
): Promise<CodeOutcome> {
  const outcome = await runCode({ ...code, files: await readThreadFiles(thread) }, { signal });
  const items = await Promise.all(outcome.items.map(async (item) => [await asPng(item)].flat()));
  return { ...outcome, items: items.flat() };
}

/** Maximum width and height of a picture, in pixels. */
const maxSide = 1600;

async function asPng(item: CodeItem): Promise<CodeItem | []> {
  if (item.type !== "picture" || item.media === "image/png") return item;
  const image = new Image();
  image.src = item.url;
  try {
    await image.decode();
    const [width, height] = [image.naturalWidth || 600, image.naturalHeight || 400];
    const scale = Math.min(2, maxSide / Math.max(width, height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext("2d");
    if (!context) return [];
    // Charts are written for paper: on a transparent background, black text would be invisible in the dark theme.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { type: "picture", media: "image/png", url: canvas.toDataURL("image/png") };
  } catch {
    return { type: "error", text: "A picture is not valid SVG." };
  }
}
