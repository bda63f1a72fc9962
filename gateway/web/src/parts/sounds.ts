let context: AudioContext | null = null;

/** A game begins: two bright strokes of a bell, to be heard from another room. */
export function call(): void {
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  for (const [after, pitch] of [
    [0, 660],
    [0.22, 880],
  ] as const) {
    const bell = context.createOscillator();
    const volume = context.createGain();
    bell.frequency.setValueAtTime(pitch, now + after);
    volume.gain.setValueAtTime(0.2, now + after);
    volume.gain.exponentialRampToValueAtTime(0.001, now + after + 0.6);
    bell.connect(volume).connect(destination);
    bell.start(now + after);
    bell.stop(now + after + 0.62);
  }
}

/** A piece put down on wood: a short, dull knock. Made here, so that there is no file to load. */
export function tap(): void {
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  const knock = context.createOscillator();
  const volume = context.createGain();
  knock.type = "triangle";
  knock.frequency.setValueAtTime(320, now);
  knock.frequency.exponentialRampToValueAtTime(120, now + 0.07);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  knock.connect(volume).connect(destination);
  knock.start(now);
  knock.stop(now + 0.13);
}
