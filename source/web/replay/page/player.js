// Which step is shown, and how it goes on.
class Player {
  constructor(recording, show) {
    this.recording = recording;
    this.show = show;  // called with the step, and how far its packets are
    this.step = 0;
    this.part = 0.5;
    this.speed = 3;  // steps a second, as a power of two from 1/2 on
    this.isPlaying = false;
    this.last = 0;
    this.scriptTimes = [];  // of frames, in milliseconds
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
  }


  go(step) {
    this.pause();
    this.step = Math.max(0, Math.min(step, this.recording.steps));
    this.show(this.step, this.part);
  }

  play() {
    if (this.isPlaying || this.recording.steps === 0) return;
    if (this.step >= this.recording.steps) this.step = 0;
    this.isPlaying = true;
    this.part = 0;
    this.last = 0;
    this.show(this.step, this.shownPart());
    window.requestAnimationFrame((now) => this.frame(now));
  }
  pause() {
    this.isPlaying = false;
    this.part = 0.5;
  }
  toggle() {
    if (!this.isPlaying) return this.play();
    this.pause();
    this.show(this.step, this.part);
  }

  shownPart() {
    return this.still.matches ? 0.5 : this.part;
  }

  frame(now) {
    if (!this.isPlaying) return;
    const begin = performance.now();
    if (this.last > 0) this.advance(Math.min((now - this.last) / 1000, 0.25));
    this.last = now;
    this.show(this.step, this.shownPart());
    this.scriptTimes.push(performance.now() - begin);
    if (this.scriptTimes.length > 2000) this.scriptTimes.shift();
    if (this.isPlaying) window.requestAnimationFrame((next) => this.frame(next));
  }

  advance(seconds) {
    this.part += seconds * 2 ** (this.speed - 2);
    const whole = Math.floor(this.part);
    this.part -= whole;
    this.step += whole;
    if (this.step > this.recording.steps) {
      this.step = this.recording.steps;
      this.pause();
    }
  }
}
