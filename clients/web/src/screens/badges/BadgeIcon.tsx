import type { Badge } from "kafeneio-client";

/** A shape for each badge, so that none is known by its colour alone. */
const PATHS: Record<Badge["badge"], string> = {
  won_tavli: "M3 5h18v14H3zM12 5v14M5 5l1.5 6L8 5M16 5l1.5 6L19 5M5 19l1.5-6L8 19M16 19l1.5-6 1.5 6",
  won_dominoes: "M8 3h8v18H8zM8 12h8M12 7.4v.2M10.3 14.8v.2M13.7 18v.2M12 16.4v.2",
  won_pilotta:
    "M12 4c4 4 7 6 7 9a3.5 3.5 0 0 1-6 2.4c.1 2 .9 3.4 2 4.6H9c1.1-1.2 1.9-2.6 2-4.6A3.5 3.5 0 0 1 5 13c0-3 3-5 7-9z",
  won_tichu: "M12 3l9 6H3zM5 9v11M19 9v11M9 20v-6h6v6M3 20h18",
  won_mpirimpa: "M6.5 20L3 8l6-1.7L12.5 18zM11 5.5l5.5-1.5L20 16l-5 1.4",
  won_buraco: "M4 9h16l-2 11H6zM8 9V6.5a4 4 0 0 1 8 0V9",
  won_koumkan: "M4 5h7v13H4zM11 8h4.5v10H11M15.5 11H20v7h-4.5",
  won_tictactoe: "M9 4v16M15 4v16M4 9h16M4 15h16",
  tavli_double: "M3 10h9v9H3zM12 5h9v9h-9M7.5 14.4v.2M14.8 7.8v.2M18.2 11v.2",
  pilotta_capot: "M4 17V7l4 4 4-7 4 7 4-4v10zM4 20.5h16",
  tichu_made: "M4 5h16v10h-7l-5 5v-5H4zM12 7.3v3.4M12 12.7v.1",
  mpirimpa_clean: "M12 3l8 9-8 9-8-9zM12 8l3.6 4-3.6 4-3.6-4z",
  buraco_clean: "M12 3l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z",
  competition_game: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 15v4M8.5 20h7",
  people:
    "M8.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.5-5 5.5-5s5.5 2 5.5 5M16 11a2.6 2.6 0 1 0-.6-5.1M16.5 14c2.5.2 4.5 2 4.5 5",
  stayed: "M7 3v18M7 12h10v9M17 12V9M7 16.5h10",
  problems: "M9.5 20.5h5M9 17h6M9 17c0-2.5-3-3.5-3-7.5a6 6 0 0 1 12 0c0 4-3 5-3 7.5",
};

/** The sign of a badge; its name stands beside it. */
export function BadgeIcon({ badge }: { badge: Badge["badge"] }) {
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[badge]} />
    </svg>
  );
}
