/** A browser that may not play yet leaves what asks for it waiting: after this long a sound would come too late. */
const SOON_MS = 250;
/** A device that does not answer a gesture is asked again by the next one of its kind after so long: asking holds a press up. */
const ASKED_APART_MS = 5_000;
/** With which a browser lets a page play sounds. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "click", "keydown"] as const;

type Strokes = (device: AudioContext) => readonly OscillatorNode[];

let device: AudioContext | null = null;
/** Sounds that are playing or about to. */
let sounding = 0;

/** A game begins: two bright strokes of a bell, loud enough for another room. */
export function call(): void {
  const strokes = [
    [0, 660],
    [0.22, 880],
  ] as const;
  void play((on) =>
    strokes.map(([after, pitch]) => {
      const bell = stroke(on, after, 0.62);
      bell.pitch.setValueAtTime(pitch, bell.start);
      bell.volume.setValueAtTime(0.2, bell.start);
      bell.volume.exponentialRampToValueAtTime(0.001, bell.start + 0.6);
      return bell.wave;
    }),
  );
}

/** A piece put down on wood: a short, dull knock. Made here, so that there is no file to load. */
export function tap(): void {
  void play((on) => {
    const knock = stroke(on, 0, 0.13, "triangle");
    knock.pitch.setValueAtTime(320, knock.start);
    knock.pitch.exponentialRampToValueAtTime(120, knock.start + 0.07);
    knock.volume.setValueAtTime(0.18, knock.start);
    knock.volume.exponentialRampToValueAtTime(0.001, knock.start + 0.12);
    return [knock.wave];
  });
}

/**
 * Lets the page play sounds from its first gesture on, wherever that is: phones allow it within a gesture alone. Later
 * gestures make up for a device that something else (a call) has taken away meanwhile.
 */
export function listenForGestures(): void {
  let isReady = false;
  const askedMs = new Map<string, number>();
  const onGesture = ({ type, timeStamp }: Event) => {
    if (isReady && device?.state !== ("interrupted" as AudioContextState)) return;
    if (navigator.userActivation?.isActive === false) return; // Escape, say: the browser does not count it
    if (timeStamp - (askedMs.get(type) ?? -Infinity) < ASKED_APART_MS) return;
    askedMs.set(type, timeStamp);
    resume()?.then(
      () => {
        askedMs.clear();
        isReady = device?.state === "running";
        rest();
      },
      () => undefined, // the next gesture tries again
    );
  };
  for (const kind of GESTURES) window.addEventListener(kind, onGesture, { capture: true, passive: true });
}

/** Makes the sound now, or never: one that cannot be played yet is dropped, not kept for later. */
async function play(strokes: Strokes): Promise<void> {
  sounding += 1;
  const on = await audible();
  const waves = on ? strokes(on) : [];
  const last = waves.at(-1);
  if (last) last.onended = over;
  else over();
}

/** The device, if it can play at once. */
async function audible(): Promise<AudioContext | null> {
  if (navigator.userActivation?.hasBeenActive === false) return null; // the browser would complain, and not play
  const late = new Promise((done) => setTimeout(done, SOON_MS));
  await Promise.race([resume(), late]).catch(() => undefined); // refused: its state shows it
  return device?.state === "running" ? device : null;
}

/** Asks the device to run; null where this browser has none. */
function resume(): Promise<void> | null {
  try {
    device ??= new AudioContext();
    return device.resume();
  } catch {
    return null;
  }
}

function over(): void {
  sounding -= 1;
  rest();
}

/** The device runs only while something sounds: a hundredth of a processor would go into silence. */
function rest(): void {
  if (sounding === 0 && device?.state === "running") device.suspend().catch(() => undefined); // it runs on, in silence
}

/** One wave that begins `after` so many seconds and lasts `length`. */
function stroke(on: AudioContext, after: number, length: number, type: OscillatorType = "sine") {
  const start = on.currentTime + after;
  const wave = on.createOscillator();
  const volume = on.createGain();
  wave.type = type;
  wave.connect(volume).connect(on.destination);
  wave.start(start);
  wave.stop(start + length);
  return { start, wave, pitch: wave.frequency, volume: volume.gain };
}
