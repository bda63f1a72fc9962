/** Pictures and items as lines on a disc; what only the operator knows is a plain disc. */
const PICTURES: Readonly<Record<string, string>> = {
  cup: "M14 20h16v9a8 8 0 0 1-16 0zM30 22h3a4 4 0 0 1 0 8h-3M12 40h22M19 16c-1.5-2 1.5-3 0-5M25 16c-1.5-2 1.5-3 0-5",
  dice: "M11 19h15v15H11zM28 15h9v15h-9M16 24v.1M21 29v.1M32 20v.1M33 25v.1M16 29v.1M21 24v.1",
  olive:
    "M10 36C18 30 28 22 38 10M16 31c-5 0-7-3-7-6 5 0 7 2 7 6zM23 25c-5 0-7-3-7-7 5 0 7 3 7 7zM25 24c0 5 3 7 7 7 0-5-3-7-7-7zM31 17c0 5 3 7 7 7 0-5-3-7-7-7z",
  lemon: "M12 32c-2-10 4-20 16-20l5-2-1 5c2 11-5 21-15 20l-6 2zM18 27c0-5 3-9 8-10",
  sail: "M24 9v24M24 11c8 4 12 11 13 20H24M21 15c-5 4-8 10-9 16h9M9 36h30c-2 4-6 5-15 5s-13-1-15-5z",
  owl: "M14 14l4 3c4-2 8-2 12 0l4-3v14c0 7-4 11-10 11s-10-4-10-11zM19 24a3 3 0 1 0 .1 0M29 24a3 3 0 1 0 .1 0M24 27l-2 3h4z",
  cat: "M13 13l6 5c3-1 7-1 10 0l6-5v14c0 7-5 11-11 11s-11-4-11-11zM19 26v.1M29 26v.1M22 31l2 1 2-1M9 29h6M33 29h6",
  lantern: "M20 10h8M24 10v4M17 18l3-4h8l3 4v15l-3 4h-8l-3-4zM17 18h14M17 33h14M24 22c3 3 3 7 0 8-3-1-3-5 0-8z",
  amphora:
    "M20 9h8M21 9v6c-6 3-9 8-9 13 0 6 5 11 10 12h4c5-1 10-6 10-12 0-5-3-10-9-13V9M20 13h-5c-3 3-2 7 0 9M28 13h5c3 3 2 7 0 9M14 27h20",
  sun: "M24 32a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM24 6v5M24 37v5M6 24h5M37 24h5M11 11l4 4M33 33l4 4M37 11l-4 4M15 33l-4 4",
};

const THINGS: Readonly<Record<string, string>> = {
  coffee: "M5 9h11v4a5 5 0 0 1-11 0zM16 10h2a2 2 0 0 1 0 4h-2M4 20h14M9 6c-1-1 1-2 0-3",
  loukoumi: "M4 11l8-4 8 4v6l-8 4-8-4zM4 11l8 4 8-4M12 15v6",
  ouzo: "M8 3h8l-1 17H9zM8.5 10h7M11 13h2",
  flowers:
    "M12 21v-9M12 12a3 3 0 1 0-3-3 3 3 0 1 0 0-4 3 3 0 1 0 6 0 3 3 0 1 0 0 4 3 3 0 1 0-3 3M12 18c-3 0-5-1-6-3 3 0 5 1 6 3z",
  komboloi:
    "M16.8 3.9a1.3 1.3 0 1 0-.01.1zM19.7 7.2a1.3 1.3 0 1 0-.01.1zM20.1 11.5a1.3 1.3 0 1 0-.01.1zM18.0 15.2a1.3 1.3 0 1 0-.01.1zM14.0 17.0a1.3 1.3 0 1 0-.01.1zM9.8 16.1a1.3 1.3 0 1 0-.01.1zM6.9 12.8a1.3 1.3 0 1 0-.01.1zM6.5 8.5a1.3 1.3 0 1 0-.01.1zM8.6 4.8a1.3 1.3 0 1 0-.01.1zM12.6 3.0a1.3 1.3 0 1 0-.01.1zM12 18v3.5M10 21.5h4",
};

/** A picture that a player may wear. */
export function Picture({ name, size = 64 }: { name: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="none"
      stroke="var(--brass-ink)"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="24" cy="24" r="23" fill="var(--brass-wash)" stroke="var(--line)" />
      <path d={PICTURES[name] ?? "M24 24v.1"} />
    </svg>
  );
}

/** Something to give at the table. */
export function GiftPicture({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={THINGS[name] ?? "M12 12v.1"} />
    </svg>
  );
}
