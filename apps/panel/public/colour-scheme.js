// Runs before the first paint, so that a dark page never flashes white. The saved flag is the panel's preference "dark".
(function () {
  var saved = null;
  try {
    saved = localStorage.getItem("callpanel_dark");
  } catch (error) {
    saved = null;
  }
  var dark = saved === null ? matchMedia("(prefers-color-scheme: dark)").matches : saved === "true";
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
