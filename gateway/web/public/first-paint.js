// Sets the chosen theme and motion before the first paint, so that nothing flashes (src/state/settings.ts writes them).
(function () {
  try {
    const settings = JSON.parse(localStorage.getItem("kafeneio.settings") || "{}");
    if (settings.theme === "light" || settings.theme === "dark")
      document.documentElement.dataset.theme = settings.theme;
    if (settings.motion === "off") document.documentElement.dataset.motion = "off";
    if (settings.language) document.documentElement.lang = settings.language;
  } catch {
    // Storage is closed or holds something else: the defaults are right.
  }
})();
