// The slider: a picture of the run, with its phases and the use of its links.
class Timeline {
  constructor(recording, canvas, slider, onStep) {
    this.recording = recording;
    this.canvas = canvas;
    this.slider = slider;
    this.layer = canvas.getContext("2d");
    this.background = document.createElement("canvas");
    this.use = Array.from(recording.packets.keys(), (step) => recording.use(step));
    this.most = Math.max(recording.mostUse, 1e-9);
    const go = (event) => onStep(this.stepAt(event.offsetX));
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) go(event);
    });
  }

  // Step 0 has as much room as every other.
  left(step) {
    return this.inset + (step * (this.width - 2 * this.inset)) / (this.recording.steps + 1);
  }
  stepAt(x) {
    const share = (x - this.inset) / Math.max(1, this.width - 2 * this.inset);
    const step = Math.floor(share * (this.recording.steps + 1));
    return Math.max(0, Math.min(step, this.recording.steps));
  }

  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.inset = 8;
    this.width = box.width;
    this.height = box.height;
    fitCanvas(this.canvas, box.width, box.height);
    this.colour = paletteColours();
    this.drawBackground(fitCanvas(this.background, box.width, box.height));
    this.alignSlider();
  }

  // Its thumb, 16 pixels wide, is below the middle of a step.
  alignSlider() {
    const aside = Math.max(0, this.inset + (this.left(1) - this.left(0)) / 2 - 8);
    this.slider.style.width = `${this.width - 2 * aside}px`;
    this.slider.style.marginLeft = `${aside}px`;
  }

  drawBackground(layer) {
    layer.clearRect(0, 0, this.width, this.height);
    layer.font = "11.5px system-ui, 'DejaVu Sans', sans-serif";
    this.bottom = this.height - 28;
    this.drawPhases(layer);
    this.drawUse(layer);
    this.drawNumbers(layer);
  }

  drawPhases(layer) {
    const { recording } = this;
    for (const phase of recording.data.phases) {
      if (phase.last < recording.data.first_slot || phase.first > recording.data.last_slot) continue;
      const begin = this.left(Math.max(1, recording.stepOf(phase.first)));
      const end = this.left(recording.stepOf(phase.last) + 1);
      layer.fillStyle = this.colour(`phase${phase.phase % 5}`);
      layer.fillRect(begin, 0, end - begin, this.bottom);
      layer.fillStyle = this.colour("text");
      if (layer.measureText(phase.name).width < end - begin - 8) {
        layer.fillText(phase.name, begin + 5, 14);
      }
    }
  }

  // One bar a step; where steps are narrower than pixels, the largest of those in a pixel.
  drawUse(layer) {
    const wide = this.left(1) - this.left(0);
    const top = 20;
    layer.fillStyle = this.colour("bar");
    const bar = (x, width, use) => {
      const height = (use / this.most) * (this.bottom - top);
      if (use > 0) layer.fillRect(x, this.bottom - Math.max(height, 1), width, Math.max(height, 1));
    };
    if (wide >= 2) {
      const gap = wide > 6 ? 1 : 0;
      this.use.forEach((use, step) => bar(this.left(step) + gap, wide - 2 * gap, use));
      return;
    }
    for (let x = this.inset; x < this.width - this.inset; ++x) {
      const last = Math.max(this.stepAt(x + 1), this.stepAt(x) + 1);
      bar(x, 1, this.use.slice(this.stepAt(x), last).reduce((a, b) => Math.max(a, b), 0));
    }
  }

  drawNumbers(layer) {
    const { recording } = this;
    const { first_slot: first, last_slot: last } = recording.data;
    const wide = this.left(1) - this.left(0);
    const least = ((12 + 7 * grouped(last).length) / wide) * recording.slotsAStep;
    const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
    const apart = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least);
    layer.fillStyle = this.colour("soft");
    layer.textAlign = "center";
    const number = (slot) =>
      layer.fillText(grouped(slot), this.left(recording.stepOf(slot)) + wide / 2, this.height - 7);
    if (Math.ceil(first / apart) * apart - first > least) number(first);
    for (let slot = Math.ceil(first / apart) * apart; slot <= last; slot += apart) number(slot);
    layer.textAlign = "left";
  }

  draw(step) {
    const { layer } = this;
    layer.clearRect(0, 0, this.width, this.height);
    layer.drawImage(this.background, 0, 0, this.width, this.height);
    const wide = Math.max(2, this.left(1) - this.left(0));
    const middle = this.left(step) + (this.left(1) - this.left(0)) / 2;
    layer.fillStyle = this.colour("text");
    const height = (this.use[step] / this.most) * (this.bottom - 20);
    layer.fillRect(middle - wide / 2, this.bottom - height, wide, height);
    layer.fillStyle = this.colour("chosen");
    layer.fillRect(middle - 1, 0, 2, this.bottom + 4);
    layer.beginPath();
    layer.arc(middle, this.bottom + 4, 5, 0, 2 * Math.PI);
    layer.fill();
  }
}
