import type { Binding, BoundStore } from "@/store/records/persisted";

/** Returns a function that binds the store to its large document on its first call, and resolves once it is read. */
export function largeDocument<S>(store: BoundStore<S>, binding: Binding<S>): () => Promise<void> {
  let opening: Promise<unknown> | undefined;
  return async () => {
    opening ??= import("@/store/records/bind-large-document").then(({ bindLargeDocument, pageTools }) =>
      bindLargeDocument(store, binding, pageTools()),
    );
    await opening;
  };
}
