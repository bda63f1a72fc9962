export const own = import.meta.glob<object>("./*.json", { eager: true, import: "default" });
export const games = import.meta.glob<object>("../../games/*/words/el.json", { eager: true, import: "default" });
