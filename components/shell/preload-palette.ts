/** Preloads the palette, so that text typed right after the shortcut arrives in it. */
export function preloadPalette(): void {
  Promise.all([import("@/components/chat/chat-dialogs"), import("@/components/palette/palette")]).catch(
    (error: unknown) => console.warn("Could not load the palette.", error),
  );
}
