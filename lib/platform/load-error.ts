/** Messages of browsers and bundlers about a script or style sheet that could not be loaded. */
const patterns = [
  /^(Failed to load|Loading( CSS)?) chunk /,
  /dynamically imported module/,
  /^Importing a module script failed/,
];

/** Whether an error says that a part of the app could not be loaded, as without a network or after an update. */
export function isLoadError({ name, message }: Error): boolean {
  return name === "ChunkLoadError" || patterns.some((pattern) => pattern.test(message));
}
