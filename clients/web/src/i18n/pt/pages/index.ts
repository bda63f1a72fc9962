export const own = import.meta.glob<object>("./*.json", { eager: true, import: "default" });
