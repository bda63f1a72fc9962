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

/** A tavli board left open for a moment, seen at the flat angle of the table. */
function Board() {
  return (
    <g>
      <path className={styles.rim} d="M424 246H530L544 275H416Z" />
      <path className={styles.felt} d="M428 248.5H475L474.5 272H420.5Z M479 248.5H526L538 272H478.5Z" />
      <path
        className={styles.points}
        d="M430 249h6l2.4 8.5zM445 249h6l1.4 8.5zM460 249h6l.6 8.5zM484 249h6l-1.4 8.5zM500 249h6l-2.6 8.5zM515 249h6l-3.4 8.5z
           M424 271.5h8l1.6-9zM441 271.5h8l.8-9zM459 271.5h8l0-9zM485 271.5h8l-1.4-9zM503 271.5h8l-2.6-9zM520 271.5h8l-4-9z"
      />
      <g className={styles.dark}>
        <ellipse cx="437" cy="251" rx="5" ry="2.1" />
        <ellipse cx="437" cy="254.6" rx="5.1" ry="2.1" />
        <ellipse cx="489" cy="269.4" rx="5.8" ry="2.3" />
        <ellipse cx="489" cy="265.6" rx="5.6" ry="2.3" />
        <ellipse cx="463.5" cy="269.4" rx="5.8" ry="2.3" />
      </g>
      <g className={styles.light}>
        <ellipse cx="518" cy="251" rx="5" ry="2.1" />
        <ellipse cx="517" cy="254.6" rx="5.1" ry="2.1" />
        <ellipse cx="428" cy="269.4" rx="5.8" ry="2.3" />
        <ellipse cx="487" cy="251" rx="5" ry="2.1" />
      </g>
      <path
        className={styles.die}
        d="M500 259.5l5-1.6 3.2 2-.2 3.6-5 1.6-3.2-2zM508.5 262.5l5-1.6 3.2 2-.2 3.6-5 1.6-3.2-2z"
      />
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
