// The phone of whoever is to play says so: in words and in the chips' colour, with a short shake and, if wanted, a sound.

const WANTED = 'companion-sound';
const NOTES_HZ = [660, 880];
const LASTS_S = .36;
const ATTACK_S = .02; // one that begins or ends at once clicks

/** `show(status, seat)` with the seat this phone speaks for, if any; `sound` is whether one is wanted, `turn()` changes that. */
export function createMine(element) {
  const state = { mine: false, seat: null, sound: read(), audio: null };

  function show(status, seat) {
    const mine = Boolean(seat) && seat === status.turn.seat && !status.over && status.ready !== false;
    const begun = mine && !state.mine && seat === state.seat;
    Object.assign(state, { mine, seat });
    element.hidden = !mine;
    document.body.classList.toggle('mine', mine);
    if (!begun) return;
    const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive; // before that browsers only complain
    if (touched && navigator.vibrate) navigator.vibrate(180);
    if (state.sound) play();
  }

  /** Where sounds are made; a tap wakes it, which browsers ask for once on every visit. */
  function wake() {
    const Audio = window.AudioContext || window.webkitAudioContext;
    if (!Audio || !state.sound) return;
    state.audio = state.audio || new Audio();
    if (state.audio.state !== 'running') state.audio.resume(); // an iPhone that rang calls it interrupted
  }

  function play() {
    wake();
    if (state.audio) NOTES_HZ.forEach((hertz, at) => note(state.audio, hertz, state.audio.currentTime + at * .16));
  }

  document.addEventListener('click', wake, { once: true });

  return {
    show,
    get sound() { return state.sound; },
    turn() {
      state.sound = !state.sound;
      write(state.sound);
      if (state.sound) play(); // heard at once, and browsers let only a tap begin a sound
    },
  };
}

function note(audio, hertz, from) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(.2, from + ATTACK_S);
  volume.gain.exponentialRampToValueAtTime(.001, from + LASTS_S - ATTACK_S);
  volume.gain.linearRampToValueAtTime(0, from + LASTS_S);
  tone.connect(volume);
  volume.connect(audio.destination);
  tone.start(from);
  tone.stop(from + LASTS_S);
}

function read() {
  try { return localStorage.getItem(WANTED) === 'on'; } catch (kept) { return false; } // a browser may forbid it
}

function write(on) {
  try { localStorage.setItem(WANTED, on ? 'on' : 'off'); } catch (kept) { /* then for this visit alone */ }
}
