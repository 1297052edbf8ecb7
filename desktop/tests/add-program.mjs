import { execFileSync } from "node:child_process";
import { buttonNamed, fieldNamed, pressInDialog } from "./window.mjs";

/** Adds a program as an MCP server, and starts it. */
export async function addProgram(window, command, args) {
  await window.goTo("tauri://localhost/mcp-market/");
  await window.click(buttonNamed, "Add program");
  await window.type(command, fieldNamed, "Command");
  for (const [place, text] of args.entries()) {
    await window.click((name) => {
      const group = [...document.querySelectorAll("fieldset")].find((each) => each.textContent.includes("Arguments"));
      return [...group.querySelectorAll("button")].find((each) => each.textContent.trim() === name);
    }, "Add");
    await window.type(text, fieldNamed, `Argument ${place + 1}`);
  }
  await window.click(buttonNamed, "Save and start");
}

/** Waits for the question of the shell, and presses its left button, which runs the program, or the right one. */
export const pressInQuestion = (button) => pressInDialog("Run a program?", button === "run" ? 0.25 : 0.75);

/** Returns the command lines of running programs that contain a text. */
export function running(text) {
  const list = execFileSync("ps", ["-eo", "args"], { encoding: "utf8", maxBuffer: 2 ** 24 });
  return list.split("\n").filter((line) => line.includes(text) && !line.startsWith("ps "));
}
