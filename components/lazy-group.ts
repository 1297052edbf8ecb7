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

/** Creates a group of components that are lazy-loaded as one chunk. */
export function lazyGroup<Module>(
  load: () => Promise<Module>,
  { needsMessages = true }: LazyGroupOptions = {},
): LazyGroup<Module> {
  return {
    load,
    component: (name) =>
      lazy(async () => {
        const [loaded] = await Promise.all([load(), needsMessages && useLocale.getState().loadAll()]);
        return { default: loaded[name] as ComponentType<PropsOf<Module[typeof name]>> };
      }),
  };
}
