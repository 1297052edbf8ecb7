/**
 * Runs before the first paint, from the server's HTML. Applies the stored theme, frame, density and sidebar width, so
 * that nothing flashes or moves when the app starts.
 *
 * It is converted to text, so it must not use anything from outside itself. The app validates the values again; here an
 * invalid value only means that the page starts with the defaults.
 */
export function firstPaint(): void {
  try {
    const root = document.documentElement;
    const build = document.querySelector<HTMLMetaElement>('meta[name="config"]');
    if (build && JSON.parse(build.content).isApp === true) document.body.classList.add("tight");
    const { state = {} } = JSON.parse(localStorage.getItem("app-config") ?? "{}");
    if (state.theme === "light" || state.theme === "dark") document.body.classList.add(state.theme);
    if (state.tightBorder === true) document.body.classList.add("tight");
    if (state.density === "compact" || state.density === "roomy") root.dataset.density = state.density;
    if (state.sidebarWidth >= 100 && state.sidebarWidth <= 500) {
      root.style.setProperty("--sidebar-w", `${state.sidebarWidth}px`);
    }
  } catch {
    // Without storage, the page starts with the defaults.
  }
}
