/** The part of a store that holds a list shipped with the app, such as the built-in masks. */
export interface BuiltinList<T> {
  readonly builtin: T;
  readonly builtinState: "unread" | "loading" | "ready" | "failed";
  /** Fetches the list unless it is loaded or loading. After a failure it stays empty, and a later call tries again. */
  fetchBuiltin(): Promise<void>;
}

interface BuiltinListOptions<T> {
  /** Name for the log, such as "masks". */
  readonly name: string;
  readonly empty: T;
  readonly fetch: () => Promise<T>;
}

/** Creates the part of a store that fetches a list shipped with the app. */
export function builtinList<T>(
  set: (state: Partial<BuiltinList<T>>) => void,
  get: () => Pick<BuiltinList<T>, "builtinState">,
  { name, empty, fetch }: BuiltinListOptions<T>,
): BuiltinList<T> {
  return {
    builtin: empty,
    builtinState: "unread",
    async fetchBuiltin() {
      const { builtinState } = get();
      if (builtinState === "loading" || builtinState === "ready") return;
      set({ builtinState: "loading" });
      try {
        set({ builtin: await fetch(), builtinState: "ready" });
      } catch (error) {
        console.warn(`Could not fetch the built-in ${name}.`, error);
        set({ builtinState: "failed" });
      }
    },
  };
}
