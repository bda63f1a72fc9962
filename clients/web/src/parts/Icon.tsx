const PATHS = {
  chat: "M4 5h16v11H9l-5 4z",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  people:
    "M8.5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2.5-5 5.5-5s5.5 2 5.5 5M16 11a2.6 2.6 0 1 0-.6-5.1M16.5 14c2.5.2 4.5 2 4.5 5",
  tables: "M3 10c0-2 4-3.5 9-3.5s9 1.5 9 3.5-4 3.5-9 3.5S3 12 3 10zM12 13.5V20M8 20h8",
  now: "M5 9h11v4a5.5 5.5 0 0 1-11 0zM16 10h1.5a2 2 0 0 1 0 4H16M4 20.5h13M8.5 6c-.8-1 .8-1.5 0-2.5M12.5 6c-.8-1 .8-1.5 0-2.5",
  settings:
    "M4 7h8M18 7h2M4 17h2M12 17h8M15 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM9 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z",
  question: "M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1M12 17.6v.1",
  letter: "M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5",
  key: "M8 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM11.5 12H21v3.5M17 12v2.5",
  door: "M6 21V4h9v17M3.5 21h17M15 6h3.5v15M11.8 12.5v.1",
  send: "M4 12l16-7-6 15-3-6z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  plus: "M12 5v14M5 12h14",
  alert: "M12 4l9 16H3zM12 10v4.5M12 17.3v.1",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3.4-6.5 7.5-6.5s7.5 2.5 7.5 6.5",
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  first: "M6 5v14M18 6l-8 6 8 6z",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M6 6l8 6-8 6z",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H9",
  history: "M4 12a8 8 0 1 0 2.6-5.9M4 4.5v4h4M12 8v4.5l3 1.8",
  chips:
    "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 4v4.5M12 15.5V20M4 12h4.5M15.5 12H20",
  gift: "M4 10h16v10H4zM4 10V7h16v3M12 7v13M12 7c-2-4-6-3-5 0M12 7c2-4 6-3 5 0",
  bars: "M5 20v-7M12 20V5M19 20v-11M3.5 20h17",
  flag: "M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 15v4M8.5 20h7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20.5 20.5",
  book: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
