import { memo } from "react";
import styles from "./Board.module.css";
import { barBox, fieldBoxes, frameBox, type Layout, numberSpot, placeBox, triangle } from "./layout";
import { PLACES } from "./places";

const TRAYS = ["off", "foe-off"] as const;
const NUMBERED = PLACES.filter((place) => Number(place) > 0);

/** The board itself: walnut around an oak field, inlaid points, a hinged bar, two trays. */
export const Wood = memo(function Wood({ layout }: { layout: Layout }) {
  const bar = barBox(layout);
  return (
    <g>
      <Paints />
      <rect {...frameBox(layout)} rx="14" fill="url(#tavli-walnut)" className={styles.lying} />
      <rect {...frameBox(layout)} rx="14" fill="url(#tavli-grain)" />
      <rect {...inset(frameBox(layout), 1.5)} rx="12.5" className={styles.edge} />
      {fieldBoxes(layout).map((field) => (
        <g key={field.x + field.y}>
          <rect {...field} fill="url(#tavli-oak)" />
          <rect {...field} fill="url(#tavli-grain)" />
        </g>
      ))}
      {NUMBERED.map((place) => (
        <polygon
          key={place}
          points={triangle(layout, place)}
          className={styles.point}
          data-dark={Number(place) % 2 === Number(Number(place) > 12)}
        />
      ))}
      {fieldBoxes(layout).map((field) => (
        <rect key={field.x + field.y} {...inset(field, -1)} className={styles.well} />
      ))}
      <rect {...bar} fill="url(#tavli-walnut)" className={styles.bar} />
      <Hinges layout={layout} />
      {TRAYS.map((place) => (
        <rect key={place} {...inset(placeBox(layout, place), 3)} rx="5" className={styles.tray} />
      ))}
      <rect {...frameBox(layout)} rx="14" className={styles.evening} />
      {NUMBERED.map((place) => (
        <PointNumber key={place} layout={layout} place={place} />
      ))}
    </g>
  );
});

function PointNumber({ layout, place }: { layout: Layout; place: (typeof PLACES)[number] }) {
  return (
    <text {...numberSpot(layout, place)} className={styles.number}>
      {place}
    </text>
  );
}

/** Two brass hinges on the bar. */
function Hinges({ layout }: { layout: Layout }) {
  const { x, y, width, height } = barBox(layout);
  const upright = height > width;
  return [0.09, 0.91].map((share) => {
    const middle = upright ? { x: x + width / 2, y: y + height * share } : { x: x + width * share, y: y + height / 2 };
    return (
      <g
        key={share}
        className={styles.hinge}
        transform={`translate(${middle.x} ${middle.y}) rotate(${upright ? 0 : 90})`}
      >
        <rect x="-15" y="-9" width="30" height="18" rx="3" fill="url(#tavli-brass)" />
        <path d="M0 -9V9" />
        <circle cx="-9" cy="0" r="1.8" />
        <circle cx="9" cy="0" r="1.8" />
      </g>
    );
  });
}

export function inset<Box extends { x: number; y: number; width: number; height: number }>(box: Box, by: number) {
  return { x: box.x + by, y: box.y + by, width: box.width - 2 * by, height: box.height - 2 * by };
}

function Paints() {
  return (
    <defs>
      <Shades id="tavli-walnut" stops={["var(--rim-lit)", "var(--rim)", "var(--rim-deep)"]} />
      <Shades id="tavli-oak" stops={["var(--field-lit)", "var(--field)", "var(--field-deep)"]} />
      <Shades id="tavli-brass" stops={["#f0d493", "#c8964a", "#8a5d22"]} />
      <Ball id="tavli-light" stops={["#fffaf0", "#f0e2c4", "#c9b48a"]} />
      <Ball id="tavli-dark" stops={["#6a4a40", "#382521", "#1a100e"]} />
      <Ball id="tavli-die" stops={["#fffdf6", "#f8efdb", "#d9caa6"]} />
      <pattern id="tavli-grain" width="260" height="64" patternUnits="userSpaceOnUse" className={styles.grain}>
        <path d="M0 6q60 6 130 0t130 0M0 17q50-7 120-1t140 1M0 29q80 8 150 1t110-1M0 41q40-5 130 1t130-1M0 54q90 7 140-1t120 1" />
      </pattern>
    </defs>
  );
}

function Shades({ id, stops }: { id: string; stops: readonly string[] }) {
  return (
    <linearGradient id={id} x2="0.6" y2="1">
      {stops.map((colour, at) => (
        <stop key={colour} offset={at / (stops.length - 1)} style={{ stopColor: colour }} />
      ))}
    </linearGradient>
  );
}

function Ball({ id, stops }: { id: string; stops: readonly string[] }) {
  return (
    <radialGradient id={id} cx="0.36" cy="0.3" r="0.8">
      {stops.map((colour, at) => (
        <stop key={colour} offset={at / (stops.length - 1)} stopColor={colour} />
      ))}
    </radialGradient>
  );
}
