import { useUi } from "@/store/base/ui";

/** The `accept` attribute of inputs for files to import: chats, backups, and character cards. */
export const importTypes = ".json,.jsonl,.zip,.png,application/json,application/zip,image/png";

/** Opens the browser's file dialog, then shows the contents of the chosen file before anything is imported. */
export function chooseImportFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = importTypes;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) useUi.getState().openDialog({ kind: "import", file });
  };
  input.click();
}
