import styles from "./Scene.module.css";

/** A table by the window, afternoon by day and lamp light by evening. */
export function Scene() {
  return (
    <svg className={styles.scene} viewBox="0 0 640 360" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
      <rect className={styles.wall} width="640" height="360" />
      <rect className={styles.panel} y="236" width="640" height="124" />
      <path className={styles.rail} d="M0 236H640M0 244H640" />
      <Window />
      <path className={styles.beam} d="M88 50H272L470 360H150Z" />
      <path className={styles.floor} d="M0 330H640V360H0Z" />
      <Lamp />
      <Chair />
      <Chair mirrored />
      <Table />
      <Cup />
      <Board />
      <Glass />
    </svg>
  );
}

function Window() {
  return (
    <g>
      <path className={styles.sky} d="M88 226V110a92 92 0 0 1 184 0V226Z" />
      <circle className={styles.sun} cx="222" cy="104" r="24" />
      <path className={styles.hills} d="M88 226V190c34-22 58-18 88-4s62 4 96-20v60Z" />
      <path className={styles.frame} d="M88 226V110a92 92 0 0 1 184 0V226ZM180 18V226M88 128H272" />
      <path className={styles.sill} d="M74 226H286" />
    </g>
  );
}

function Lamp() {
  return (
    <g>
      <ellipse className={styles.glow} cx="430" cy="150" rx="190" ry="130" />
      <path className={styles.cord} d="M430 0V66" />
      <path className={styles.shade} d="M396 92c0-18 15-28 34-28s34 10 34 28Z" />
      <ellipse className={styles.bulb} cx="430" cy="93" rx="15" ry="6" />
    </g>
  );
}

function Chair({ mirrored = false }: { mirrored?: boolean }) {
  return (
    <g className={styles.chair} transform={mirrored ? "translate(850 0) scale(-1 1)" : undefined}>
      <path d="M246 344L262 258C252 214 254 168 288 164S334 204 326 258L330 344" />
      <path d="M266 254C262 222 264 186 288 182S318 220 312 254" />
      <ellipse className={styles.seat} cx="292" cy="262" rx="40" ry="10" />
      <path d="M262 306H322" />
    </g>
  );
}

function Table() {
  return (
    <g>
      <path className={styles.leg} d="M425 272V334M385 346c12-12 26-14 40-14s28 2 40 14" />
      <ellipse className={styles.edge} cx="425" cy="266" rx="126" ry="25" />
      <ellipse className={styles.marble} cx="425" cy="260" rx="126" ry="25" />
      <path className={styles.vein} d="M322 262c30-12 48 4 78-6M470 274c18-8 38-4 56-14" />
    </g>
  );
}

function Cup() {
  return (
    <g>
      <path className={styles.steam} d="M366 210c-7-9 7-14 0-24M380 212c-7-9 7-14 0-24" />
      <ellipse className={styles.saucer} cx="372" cy="256" rx="31" ry="7" />
      <path className={styles.cup} d="M351 224H393V236a21 18 0 0 1-42 0Z" />
      <path className={styles.handle} d="M393 229h4a8 8 0 0 1 0 15h-8" />
      <ellipse className={styles.coffee} cx="372" cy="224" rx="21" ry="4.5" />
    </g>
  );
}

/** A game left for a moment, seen at the flat angle of the table. */
function Board() {
  return (
    <g>
      <path className={styles.felt} d="M428 248H512L526 274H424Z" />
      <path className={styles.lines} d="M456 250L453 272M484 250L489 272M430 256H514M427 264.5H519" />
      <path
        className={styles.cross}
        d="M436 250.5l9 4m1-4l-11 4M463 258.5l12 4.5m0-4.5l-12 4.5M494 266.5l13 5m-2-5l-9 5"
      />
      <ellipse className={styles.nought} cx="498" cy="252.6" rx="6.5" ry="2.4" />
      <ellipse className={styles.nought} cx="438" cy="268.8" rx="7.5" ry="2.8" />
    </g>
  );
}

function Glass() {
  return (
    <g>
      <path className={styles.glass} d="M400 262l-4-42h22l-4 42Z" />
      <path className={styles.water} d="M398.5 234h17l-2.5 26h-12Z" />
    </g>
  );
}
