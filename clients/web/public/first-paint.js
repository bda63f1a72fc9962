// Sets the chosen theme, motion, size and suits before the first paint, so that nothing flashes (src/state/settings.ts writes them).
(function () {
  try {
    const settings = JSON.parse(localStorage.getItem("kafeneio.settings") || "{}");
    if (settings.theme === "light" || settings.theme === "dark")
      document.documentElement.dataset.theme = settings.theme;
    if (settings.motion === "off") document.documentElement.dataset.motion = "off";
    if (settings.size === "large") document.documentElement.dataset.size = "large";
    if (settings.suits === "four") document.documentElement.dataset.suits = "four";
    if (settings.language) document.documentElement.lang = settings.language;
  } catch {
    // Storage is closed or holds something else: the defaults are right.
  }
})();
