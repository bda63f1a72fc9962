// Sets the chosen theme, motion, size and suits before the first paint, so that nothing flashes (src/state/settings.ts writes them),
// says the page's language (src/state/settings.ts `languageOf`) and asks for its words while the scripts are still on their way,
// and loads the page again where its script is missing: a release that is being put in place is whole in a moment.
(function () {
  const askForWords = (chosen) => {
    const files = (document.documentElement.dataset.words || "").split(" ").map((pair) => pair.split("="));
    const wordsOf = (tag) => files.find(([language]) => language && tag.toLowerCase().startsWith(language));
    const found = [chosen || "", ...navigator.languages, "en"].map(wordsOf).find(Boolean);
    if (!found) return;
    const [language, file] = found;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = file;
    document.head.append(link);
    document.documentElement.lang = language;
    document.querySelector("link[rel=manifest]").href = `/manifest.${language}.webmanifest`;
  };
  const PAUSE_MS = 2000;
  const LONGEST_MS = 60000;
  const tryAgain = () => {
    let isOver = true;
    try {
      const since = Number(sessionStorage.getItem("kafeneio.loading")) || Date.now();
      isOver = Date.now() - since > LONGEST_MS;
      if (isOver) sessionStorage.removeItem("kafeneio.loading");
      else sessionStorage.setItem("kafeneio.loading", String(since));
    } catch {
      // Without storage it cannot be known how long this has been going on: not even a second time.
    }
    if (isOver) location.replace("/offline.html");
    else setTimeout(() => location.reload(), PAUSE_MS);
  };
  addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && tryAgain(), true);
  let language = "";
  try {
    const settings = JSON.parse(localStorage.getItem("kafeneio.settings") || "{}");
    if (settings.theme === "light" || settings.theme === "dark")
      document.documentElement.dataset.theme = settings.theme;
    if (settings.motion === "off") document.documentElement.dataset.motion = "off";
    if (settings.size === "large") document.documentElement.dataset.size = "large";
    if (settings.suits === "four") document.documentElement.dataset.suits = "four";
    if (settings.cards === "large") document.documentElement.dataset.cards = "large";
    if (settings.table && settings.table !== "usual") document.documentElement.dataset.table = settings.table;
    if (settings.language) language = String(settings.language);
  } catch {
    // Storage is closed or holds something else: the defaults are right.
  }
  askForWords(language);
})();
