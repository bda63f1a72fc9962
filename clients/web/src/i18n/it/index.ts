export const own = import.meta.glob<object>("./*.json", { eager: true, import: "default" });
export const games = import.meta.glob<object>("../../games/*/words/it.json", { eager: true, import: "default" });
