// Sound and dealing motion, as the player wants them. Sounds are made here; no file is loaded.
import { h } from "/web/lib/dom.js";

const SOUND = "tablelaw sound";
const MOTION = "tablelaw motion";

export class Effects {
  constructor() {
    this.hasSound = localStorage.getItem(SOUND) === "on";
    this.hasMotion = localStorage.getItem(MOTION) !== "off";
    /** @type {AudioContext | null} */
    this.audio = null;
    this.cards = 0;
    this.settled = 0;
    this.apply();
  }

  apply() {
    document.body.classList.toggle("still", !this.hasMotion);
  }

  /**
   * Compares a view with the one before: a click for new cards, and two notes when the player's wagers are settled.
   * @param {Api.WireTable} view
   */
  follow(view) {
    const cards = [...view.dealer, ...view.community, ...view.seats.flatMap((seat) => seat.cards)].length;
    const lines = view.lines.filter((line) => view.seats[line.seat - 1]?.is_you);
    const net = lines.reduce((sum, line) => sum + line.paid + line.returned - line.stake, 0);
    if (this.hasSound && cards > this.cards) this.note(1400, 0, 0.04);
    if (this.hasSound && lines.length > this.settled && net !== 0) {
      this.note(net > 0 ? 523 : 330, 0, 0.14);
      this.note(net > 0 ? 784 : 247, 0.14, 0.2);
    }
    this.cards = cards;
    this.settled = lines.length;
  }

  /**
   * Silent until the player has pressed something: before that, browsers allow no sound.
   * @param {number} pitch
   * @param {number} after seconds from now
   * @param {number} length
   */
  note(pitch, after, length) {
    if (!navigator.userActivation.hasBeenActive) return;
    this.audio ??= new AudioContext();
    const from = this.audio.currentTime + after;
    const loudness = this.audio.createGain();
    loudness.gain.setValueAtTime(0.08, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + length);
    const tone = this.audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(loudness).connect(this.audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }

  draw() {
    return h(
      "section",
      { class: "panel effects", "aria-label": "Sound and motion" },
      this.box("Sound", this.hasSound, (isOn) => {
        this.hasSound = isOn;
        localStorage.setItem(SOUND, isOn ? "on" : "off");
        if (isOn) this.note(784, 0, 0.15);
      }),
      this.box("Dealing motion", this.hasMotion, (isOn) => {
        this.hasMotion = isOn;
        localStorage.setItem(MOTION, isOn ? "on" : "off");
        this.apply();
      }),
    );
  }

  /**
   * @param {string} words
   * @param {boolean} isOn
   * @param {(isOn: boolean) => void} change
   */
  box(words, isOn, change) {
    return h(
      "label",
      { class: "inline small" },
      h("input", { type: "checkbox", checked: isOn, onchange: (event) => change(event.target.checked) }),
      words,
    );
  }
}
