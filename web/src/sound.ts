// Sounds made on the spot: a die, a counter set down, one's turn. Silent until they are asked for.

let context: AudioContext | undefined;

function ready(): AudioContext | undefined {
  context ??= typeof AudioContext === "undefined" ? undefined : new AudioContext();
  if (context?.state === "suspended") void context.resume();
  return context;
}

/** A short burst of noise through a filter: wood on wood. */
function knock(audio: AudioContext, at: number, pitch: number, loud: number): void {
  const length = Math.floor(audio.sampleRate * 0.07);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let place = 0; place < length; place++) data[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.4 });
  source.connect(filter).connect(new GainNode(audio, { gain: loud })).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number): void {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.16, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.45);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.5);
}

const SOUNDS = {
  die: (audio: AudioContext, now: number) => [0, 0.09, 0.2, 0.36].forEach((later, place) => knock(audio, now + later, 1900 - place * 250, 0.7 - place * 0.12)),
  move: (audio: AudioContext, now: number) => knock(audio, now, 700, 0.5),
  turn: (audio: AudioContext, now: number) => {
    tone(audio, now, 392);
    tone(audio, now + 0.16, 523);
  },
};

export type Sound = keyof typeof SOUNDS;

export function play(sound: Sound, isWanted: boolean): void {
  const audio = isWanted ? ready() : undefined;
  if (!audio) return;
  document.documentElement.dataset.sound = sound;
  SOUNDS[sound](audio, audio.currentTime);
}
