import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { useLocale } from "@/store/base/locale";

interface LazyGroupOptions {
  /** Whether the components use messages beyond those of the first screen. They then render once all messages are loaded. */
  readonly needsMessages?: boolean;
}

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/** A module that is lazy-loaded as one chunk. */
interface LazyGroup<Module> {
  /** Loads the module. */
  load(): Promise<Module>;
  /** Returns a component for an export of the module, which is loaded on first render. */
  component<Name extends keyof Module>(name: Name): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>>;
}

/** Creates a group of components that are lazy-loaded as one chunk. A loaded group renders at once. */
export function lazyGroup<Module>(
  load: () => Promise<Module>,
  { needsMessages = true }: LazyGroupOptions = {},
): LazyGroup<Module> {
  let loaded: Module | undefined;

  async function loadOnce(): Promise<Module> {
    loaded ??= await load();
    return loaded;
  }

  return {
    load: loadOnce,
    component(name) {
      type Component = ComponentType<PropsOf<Module[typeof name]>>;
      const exported = (module: Module) => ({ default: module[name] as Component });
      return lazy(() => {
        if (loaded && !needsMessages) return settled(exported(loaded));
        return Promise.all([loadOnce(), needsMessages && useLocale.getState().loadAll()]).then(([module]) =>
          exported(module),
        );
      });
    },
  };
}

/** Returns a promise whose callbacks run at once: with a real one, React would render the fallback first. */
function settled<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value);
  return Object.assign(promise, {
    // biome-ignore lint/suspicious/noThenProperty: React calls this to read the value
    then: (resolve: (value: Value) => void) => resolve(value),
  });
}
