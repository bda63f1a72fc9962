let context: AudioContext | null = null;
let sounding = 0;

/** A game begins: two bright strokes of a bell, to be heard from another room. */
export function call(): void {
  for (const [after, pitch] of [
    [0, 660],
    [0.22, 880],
  ] as const) {
    const bell = sound(after, 0.62);
    bell.pitch.setValueAtTime(pitch, bell.start);
    bell.volume.setValueAtTime(0.2, bell.start);
    bell.volume.exponentialRampToValueAtTime(0.001, bell.start + 0.6);
  }
}

/** A piece put down on wood: a short, dull knock. Made here, so that there is no file to load. */
export function tap(): void {
  const knock = sound(0, 0.13, "triangle");
  knock.pitch.setValueAtTime(320, knock.start);
  knock.pitch.exponentialRampToValueAtTime(120, knock.start + 0.07);
  knock.volume.setValueAtTime(0.18, knock.start);
  knock.volume.exponentialRampToValueAtTime(0.001, knock.start + 0.12);
}

/** A sound that begins `after` so many seconds and lasts `length`. The device runs only while there is one: a hundredth
 * of a processor would go into silence. */
function sound(after: number, length: number, type: OscillatorType = "sine") {
  const device = (context ??= new AudioContext());
  const start = device.currentTime + after;
  const wave = device.createOscillator();
  const volume = device.createGain();
  wave.type = type;
  wave.connect(volume).connect(device.destination);
  wave.start(start);
  wave.stop(start + length);
  sounding += 1;
  wave.onended = () => {
    sounding -= 1;
    if (sounding === 0) void device.suspend();
  };
  void device.resume();
  return { start, pitch: wave.frequency, volume: volume.gain };
}
