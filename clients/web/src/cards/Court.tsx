/** The three of the court, whom one meets in a coffee house: the waiter, the lady, the old captain. */
export function Court({ rank }: { rank: "J" | "Q" | "K" }) {
  const Figure = { J: Waiter, Q: Lady, K: Captain }[rank];
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <Figure />
    </g>
  );
}

const SKIN = "var(--card-skin)";
const HAIR = "var(--card-hair)";
const BRASS = "var(--card-brass)";
const LINEN = "var(--card-linen)";
const SUIT = "var(--suit)";

function Features({ y }: { y: number }) {
  return (
    <g fill="none" stroke={HAIR} strokeWidth="2">
      <path d={`M55 ${y - 4}q3.5-2.6 7 0M70 ${y - 4}q3.5-2.6 7 0`} />
      <path d={`M59 ${y + 1}v.2M73 ${y + 1}v.2`} strokeWidth="3.6" />
      <path d={`M66 ${y + 2}q-2.6 6 1.2 7`} strokeWidth="1.6" />
    </g>
  );
}

function Waiter() {
  return (
    <>
      <path d="M30 140C31 118 46 109 66 109S101 118 102 140Z" fill={SUIT} />
      <path d="M52 111L66 132L80 111Q66 105 52 111Z" fill={LINEN} />
      <path d="M60 96h12v15q-6 5-12 0Z" fill={SKIN} />
      <path d="M48 74Q48 54 66 54T84 74Q84 88 78 95T66 102T54 95T48 74Z" fill={SKIN} />
      <path
        d="M46 76C44 56 54 46 68 47C82 47 90 58 86 76C83 70 82 66 78 64C70 67 58 66 53 63C50 66 48 70 46 76Z"
        fill={HAIR}
      />
      <Features y={78} />
      <path d="M60 94q6 4 12 0" fill="none" stroke={HAIR} strokeWidth="2" />
      <path d="M66 116L54 110V122ZM66 116L78 110V122Z" fill={BRASS} />
      <circle cx="66" cy="116" r="2.6" fill={BRASS} />
    </>
  );
}

function Lady() {
  return (
    <>
      <path d="M42 108C36 70 46 44 67 44S98 70 92 108Z" fill={HAIR} />
      <path d="M28 140C30 120 46 112 66 112S104 120 106 140Z" fill={SUIT} />
      <path d="M59 96h15v17q-7.500 13-15 0Z" fill={SKIN} />
      <path d="M50 76Q50 57 67 57T83 76Q83 89 78 95T67 102T55 95T50 76Z" fill={SKIN} />
      <path d="M49 78C50 60 58 54 71 54C80 56 84 66 84 78C80 70 76 66 70 62C66 68 56 70 49 78Z" fill={HAIR} />
      <Features y={79} />
      <path d="M61 94q5.500 4.600 11 0q-5.500-2.500-11 0Z" fill={SUIT} />
      <path d="M50 50L54 38L60 46L67 34L74 46L80 38L84 50Q67 43 50 50Z" fill={BRASS} />
      <g fill={BRASS}>
        <circle cx="49.500" cy="92" r="3.200" />
        <circle cx="84" cy="92" r="3.200" />
        <circle cx="66.500" cy="124" r="3" />
      </g>
    </>
  );
}

function Captain() {
  return (
    <>
      <path d="M26 140C27 117 44 108 66 108S105 117 106 140Z" fill={SUIT} />
      <path d="M54 109L66 136L78 109Q66 104 54 109Z" fill={LINEN} />
      <path d="M47 74Q47 54 66 54T85 74V86Q85 112 66 114Q47 112 47 86Z" fill={HAIR} />
      <path d="M51 70Q51 60 66 60T81 70V86Q81 98 66 98T51 86Z" fill={SKIN} />
      <Features y={79} />
      <path d="M66 90C58 84 53 88 47 92C53 99 62 98 66 94C70 98 79 99 85 92C79 88 74 84 66 90Z" fill={LINEN} />
      <path d="M44 66C40 50 50 42 66 42S92 50 88 66Q66 57 44 66Z" fill={SUIT} />
      <path d="M45 66Q66 56 87 66L90 72Q66 62 42 72Z" fill={HAIR} />
      <circle cx="66" cy="53" r="5" fill={BRASS} />
      <g fill={BRASS}>
        <circle cx="45" cy="127" r="2.600" />
        <circle cx="87" cy="127" r="2.600" />
      </g>
    </>
  );
}
