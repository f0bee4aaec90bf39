// A few small sounds, made here.

const audio = new AudioContext();

function tone(frequency, at = 0, length = 0.25, type = 'sine', loud = 0.08) {
  const voice = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + at;
  voice.type = type;
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length);
}

function rustle() { // paper on cloth: noise that swells and dies at once
  const length = Math.round(audio.sampleRate * 0.07), noise = audio.createBuffer(1, length, audio.sampleRate);
  const heard = noise.getChannelData(0);
  for (let at = 0; at < length; at++) heard[at] = (Math.random() * 2 - 1) * Math.sin(Math.PI * at / length) ** 2;
  const source = audio.createBufferSource(), band = audio.createBiquadFilter(), volume = audio.createGain();
  source.buffer = noise;
  band.type = 'bandpass';
  band.frequency.value = 2400;
  volume.gain.value = 0.12;
  source.connect(band).connect(volume).connect(audio.destination);
  source.start();
}

const SOUNDS = {
  card: rustle,
  turn: () => [660, 880].forEach((note, at) => tone(note, at * 0.12)),
  hurry: () => [0, 1, 2].forEach(at => tone(880, at * 0.16, 0.12)),
  call: () => [392, 523, 659].forEach((note, at) => tone(note, at * 0.07, 0.5, 'triangle', 0.1)),
  finish: () => [523, 659, 784, 1047].forEach((note, at) => tone(note, at * 0.13, 0.7, 'triangle', 0.1)),
};

const LATE = 500; // milliseconds after which a sound tells of nothing any more

/** Play one of the sounds by its name; none that the browser holds back until somebody has touched the page. */
export async function play(name) {
  const asked = Date.now();
  await audio.resume();
  if (Date.now() - asked < LATE) SOUNDS[name]();
}
