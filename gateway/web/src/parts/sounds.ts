let context: AudioContext | null = null;

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
