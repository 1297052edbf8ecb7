import type { ToolOutcome } from "@/lib/chat/tool";
import type { AppTask } from "@/lib/tools/app/app-tool";
import { maxPageChars } from "@/lib/tools/app/limits";
import { cutNote } from "@/lib/tools/app/read-page";
import { handleWorkerTask } from "@/store/base/run-in-worker";

// One worker per task: a calculation that does not end is stopped with it.
handleWorkerTask<AppTask, ToolOutcome>(async (task) => {
  switch (task.type) {
    case "calculate": {
      const { calculate } = await import("@/lib/tools/app/calculate");
      const result = calculate(task.expression);
      return "value" in result ? { text: result.value } : { text: result.problem, problem: "failed" };
    }
    case "compare": {
      const { compareTexts } = await import("@/lib/tools/app/compare-texts");
      return { text: compareTexts(task.before, task.after) || "The texts are equal." };
    }
    case "read-page": {
      const { readWebPage } = await import("@/lib/documents/read-web-page");
      const { title, text, isCut } = readWebPage(task.html, maxPageChars);
      return { text: `${title}\n${text}${isCut ? `\n\n${cutNote}` : ""}` };
    }
  }
});
