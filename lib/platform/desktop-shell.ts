import { invoke, isTauri } from "@tauri-apps/api/core";
import { createShellFetch } from "@/lib/platform/desktop-fetch";
import type {
  Desktop,
  Keychain,
  NextChatData,
  NextChatProfile,
  ProgramLine,
  RunningProgram,
  SavedFile,
  ShellAction,
  ShellFolders,
  ShellOpenedFile,
  ShellRefusal,
  ShellSignIn,
  ShellSystem,
  ShellUpdates,
  StartedProgram,
} from "@/lib/platform/desktop-port";

/** Opens the port to the shell; undefined if the page is not in its window. */
export function openShell(): Desktop | undefined {
  if (!isTauri()) return undefined;
  return {
    fetch: createShellFetch({
      send: (request) => invoke("http_send", request),
      read: (id) => invoke("http_read", { id }),
      cancel: (id) => invoke("http_cancel", { id }),
    }),
    keychain: () => invoke<Keychain>("keychain_key"),
    startProgram,
    async saveFile(file, name) {
      const content = new Uint8Array(await file.arrayBuffer());
      return invoke<SavedFile>("save_file", content, { headers: { name: encodeURIComponent(name) } });
    },
    folders: shellFolders,
    signIn: shellSignIn,
    system: (language) => invoke<ShellSystem>("system_state", { language }),
    changeSystem: (change) => invoke<ShellSystem>("system_change", { change }).catch(refusalOf),
    takeAction: async () => (await invoke<ShellAction | null>("take_action")) ?? undefined,
    takeFiles,
    showMenu: (texts) => invoke("menu_texts", { texts }),
    toggleMenu: () => invoke("menu_toggle"),
    zoom: (steps) => invoke("zoom", { steps }),
    findNextChat: () => invoke<NextChatProfile>("nextchat_find"),
    readNextChat,
    checkUpdates: () => invoke<ShellUpdates>("update_check"),
    installUpdate: () => invoke<string>("update_install"),
    takeInstalled: async () => (await invoke<string | null>("update_installed")) ?? undefined,
    notify: ({ title, body, route }) => invoke("notify", { title, body, route }),
  };
}

async function takeFiles(): Promise<readonly ShellOpenedFile[]> {
  const files = await invoke<readonly { readonly id: number; readonly name: string }[]>("opened_files");
  return files.map(({ id, name }) => ({
    name,
    read: async () => new File([await invoke<ArrayBuffer>("opened_read", { id })], name),
  }));
}

const shellFolders: ShellFolders = {
  async choose(purpose) {
    const chosen = await invoke<{ readonly id: string; readonly name: string } | null>("folder_choose", { purpose });
    return chosen ? { shellId: chosen.id, name: chosen.name } : undefined;
  },
  open: (id, inside) => invoke("folder_open", { id, inside }),
  list: (id, inside) => invoke<string[]>("folder_list", { id, inside }),
  read: ({ id, inside, name }) => invoke<ArrayBuffer>("folder_read", { id, inside, name }),
  async write({ id, inside, name }, content) {
    const headers = { id, inside: encodeURIComponent(inside), name: encodeURIComponent(name) };
    await invoke("folder_write", new Uint8Array(await content.arrayBuffer()), { headers });
  },
  remove: ({ id, inside, name }) => invoke("folder_remove", { id, inside, name }),
};

const shellSignIn: ShellSignIn = {
  start: () => invoke<string>("sign_in_start"),
  async finish(asked) {
    const ended = await invoke<{ readonly end: "back"; readonly query: string } | { readonly end: "stopped" }>(
      "sign_in_finish",
      { asked },
    );
    return ended.end === "back" ? ended.query : undefined;
  },
  cancel: () => invoke("sign_in_cancel"),
};

type Started =
  | { readonly state: "running"; readonly id: number }
  | Exclude<StartedProgram, { readonly state: "running" }>;

async function startProgram(line: ProgramLine, language: string): Promise<StartedProgram> {
  const started = await invoke<Started>("program_start", { line, language });
  return started.state === "running" ? { state: "running", program: runningProgram(started.id) } : started;
}

function runningProgram(id: number): RunningProgram {
  return {
    write: (line) => invoke("program_write", { id, line }),
    read: () => invoke("program_read", { id }),
    stop: () => invoke("program_stop", { id }),
  };
}

async function readNextChat(): Promise<NextChatData> {
  try {
    const bytes = await invoke<ArrayBuffer>("nextchat_read");
    return { state: "read", file: new Blob([bytes], { type: "application/json" }) };
  } catch (thrown) {
    const { kind } = Object(thrown) as { readonly kind?: unknown };
    return { state: kind === "canceled" || kind === "large" ? kind : "damaged" };
  }
}

function refusalOf(thrown: unknown): ShellRefusal {
  const { kind, reason } = Object(thrown) as Partial<ShellRefusal & { reason: string }>;
  if (kind === "invalid" || kind === "taken") return { kind };
  return { kind: "failed", reason: reason ?? String(thrown) };
}
