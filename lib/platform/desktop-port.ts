/** The state of the system's keychain. */
export type Keychain =
  /** The key that protects stored credentials, as base64 of 32 bytes. */
  | { readonly state: "open"; readonly key: string }
  /** The system has no keychain, or it is locked; the system gives the reason. */
  | { readonly state: "closed"; readonly reason: string };

/** A program on this computer, with its arguments and environment. */
export interface ProgramLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The result of starting a program. */
export type StartedProgram =
  | { readonly state: "running"; readonly program: RunningProgram }
  /** The user has not allowed the command. */
  | { readonly state: "refused" }
  | { readonly state: "failed"; readonly reason: string };

/** A program that reads and writes lines. */
export interface RunningProgram {
  /** Sends a line. Rejects once the program has ended. */
  write(line: string): Promise<void>;
  /** Waits for the next line. Rejects with the end of the program's error output once it has ended. */
  read(): Promise<string>;
  /** Ends the program. */
  stop(): Promise<void>;
}

/** The result of saving a file. */
export type SavedFile =
  | { readonly state: "saved" }
  /** The user has closed the dialog. */
  | { readonly state: "canceled" }
  | { readonly state: "failed"; readonly reason: string };

/** The result of a check for a newer version. */
export type ShellUpdates =
  /** The package was built without an address for updates. */
  | { readonly state: "off" }
  | { readonly state: "latest" }
  | { readonly state: "available"; readonly version: string }
  | { readonly state: "failed"; readonly reason: string };

/** A notification of the system. */
export interface ShellNotification {
  readonly title: string;
  readonly body: string;
  /** The path of the app, with its query, that a click opens. */
  readonly route: string;
}

/** The app outside its window. All of it is off by default. */
export interface ShellSystem {
  readonly startsAtLogin: boolean;
  /** Whether the system's tray has an icon of the app. Then the app runs on when its window is closed. */
  readonly hasTray: boolean;
  readonly isTrayAvailable: boolean;
  /** The keys that open a new chat from any other app, such as `Control+Alt+Space`; empty without them. */
  readonly shortcut: string;
  readonly isShortcutSupported: boolean;
  /** The command that opens a new chat, for the shortcuts of the system. */
  readonly command: string;
}

/** An action of the page that the shell asks for: the id of a shortcut (`lib/chat/shortcuts.ts`). */
export type ShellAction = string;

/** The texts of the menu bar and the keys of its entries, by their ids. The keys are written as the app displays them. */
export interface MenuTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
}

/** A change of the app outside its window. */
export type ShellSystemChange =
  | { readonly login: boolean }
  | { readonly tray: boolean }
  | { readonly shortcut: string };

/** The reason why such a change was refused. */
export type ShellRefusal =
  /** Not a combination of keys, or one that is needed for typing. */
  | { readonly kind: "invalid" }
  /** Another program has the keys. */
  | { readonly kind: "taken" }
  | { readonly kind: "failed"; readonly reason: string };

/** Whether this computer has the profile of a NextChat desktop app; `closed` if only NextChat itself can read it. */
export type NextChatProfile = "none" | "readable" | "closed";

/** The data of a NextChat desktop app. */
export type NextChatData =
  /** Its stores as one JSON object, like an export of NextChat. */
  | { readonly state: "read"; readonly file: Blob }
  /** The user has not allowed it. */
  | { readonly state: "canceled" }
  | { readonly state: "large" }
  /** Damaged, or written at this moment. */
  | { readonly state: "damaged" };

/** The use of a folder that the user chooses. */
export type FolderPurpose = "copies" | "sync";

/** A folder that the user has chosen. The shell alone knows its path. */
export interface ShellFolder {
  readonly shellId: string;
  readonly name: string;
}

/** A file in such a folder, or in the folder `inside` it. */
export interface ShellFile {
  readonly id: string;
  readonly inside: string;
  readonly name: string;
}

/**
 * Folders that the user has chosen for backups and for sync. Only the app's own files in them can be used. Rejects with
 * the kind of the problem: `closed`, `missing`, `full`, `locked` or `failed`.
 */
export interface ShellFolders {
  /** Asks the user for a folder; undefined if the user cancels. */
  choose(purpose: FolderPurpose): Promise<ShellFolder | undefined>;
  /** Opens a folder, or one inside it, which is made if it is missing. */
  open(id: string, inside: string): Promise<void>;
  list(id: string, inside: string): Promise<readonly string[]>;
  read(file: ShellFile): Promise<ArrayBuffer>;
  /** Replaces a file as a whole. */
  write(file: ShellFile, content: Blob): Promise<void>;
  remove(file: ShellFile): Promise<void>;
}

/** A sign-in at a server, in the system's browser. One at a time. */
export interface ShellSignIn {
  /** Prepares it. Returns the address to which the browser comes back at the end. */
  start(): Promise<string>;
  /**
   * Opens an address in the browser. Returns the query with which the browser comes back, which must contain `state`;
   * undefined if the user has canceled. The browser then shows `text`.
   */
  finish(asked: {
    readonly address: string;
    readonly state: string;
    readonly text: string;
  }): Promise<string | undefined>;
  cancel(): Promise<void>;
}

/** A file that the system asks the app to open. */
export interface ShellOpenedFile {
  readonly name: string;
  /** Reads the file, once. Rejects if it is gone, too large, or of a kind that the app does not open. */
  read(): Promise<File>;
}

/** The port to the desktop shell: everything that a page cannot do by itself. */
export interface Desktop {
  /** Requests any server, without the rules for pages of other origins. A failure is a response with status 599. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Reads the key that protects stored credentials, or creates it. The system may ask the user for a password. */
  keychain(): Promise<Keychain>;
  /** Starts a program. The shell asks the user before the first start of each command line. */
  startProgram(line: ProgramLine, language: string): Promise<StartedProgram>;
  /** Asks the user where to save a file, and writes it there. */
  saveFile(file: Blob, name: string): Promise<SavedFile>;
  readonly folders: ShellFolders;
  readonly signIn: ShellSignIn;
  /** Shows a notification. Rejects with the system's reason if that is not possible. */
  notify(notification: ShellNotification): Promise<void>;
  /** Returns the state of the app outside its window. The language is used in the tray. */
  system(language: string): Promise<ShellSystem>;
  /** Changes it, and remembers the change. */
  changeSystem(change: ShellSystemChange): Promise<ShellSystem | ShellRefusal>;
  /** Takes the action that waits for the page, if there is one. */
  takeAction(): Promise<ShellAction | undefined>;
  /** Takes the files that the system asks the app to open. */
  takeFiles(): Promise<readonly ShellOpenedFile[]>;
  /** Sets the texts of the menu bar. macOS shows it at once, other systems when the user asks for it. */
  showMenu(menu: MenuTexts): Promise<void>;
  /** Shows or hides the menu bar, and remembers that. No-op on a Mac. */
  toggleMenu(): Promise<void>;
  /** Zooms the window by one step; without one, back to 100 %. The zoom is remembered. */
  zoom(steps?: -1 | 1): Promise<void>;
  /** Looks for the profile of a NextChat desktop app, without reading it. */
  findNextChat(): Promise<NextChatProfile>;
  /** Reads that profile. The shell asks the user each time. */
  readNextChat(): Promise<NextChatData>;
  /** Checks for a newer version. */
  checkUpdates(): Promise<ShellUpdates>;
  /** Installs the newest version and restarts the app. Returns only after a failure, with its reason. */
  installUpdate(): Promise<string>;
  /** Returns the version of the app once after it was installed as an update. */
  takeInstalled(): Promise<string | undefined>;
}
