import { disconnectProgram } from "@/store/tools/program-connections";
import { usePrograms } from "@/store/tools/programs";
import { useToolRules } from "@/store/tools/tool-rules";

/** Ends and deletes a program with the permissions for its pages. Returns the function that restores both. */
export function removeProgram(id: string): () => void {
  const undo = usePrograms.getState().remove(id);
  disconnectProgram(id);
  const undoViews = useToolRules.getState().removeViews(id);
  return () => {
    undo();
    undoViews();
  };
}
