// Runs before the first paint, so that a dark page never flashes white. The saved flag is the panel's preference "dark".
(() => {
  const saved = (() => {
    try {
      return localStorage.getItem("callpanel_dark");
    } catch {
      return null;
    }
  })();
  const dark = saved === null ? matchMedia("(prefers-color-scheme: dark)").matches : saved === "true";
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
