/**
 * Runs before the first paint, from the server's HTML: gives the page the stored theme, frame, density and
 * sidebar width, so that nothing flashes or moves once the app is up.
 *
 * It is turned into text, so it may use nothing from outside itself. What it reads is checked again by the app; here a
 * broken value only means that the page starts with the defaults.
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
    // A browser without storage starts with the defaults.
  }
}
