import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';

/** Simulates a phone's photo of a sheet on a table: crooked, with a shadow, uneven light and sensor noise. */
export function photograph(sheet: Canvas, { angle = 0.03, table = '#8a6a4c', quality = 82 } = {}): Buffer {
  const canvas = createCanvas(1200, 1600);
  const pen = canvas.getContext('2d');
  desk(pen, canvas, table);
  pen.save();
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.transform(1, angle * 0.4, -angle * 0.3, 1, 0, 0);
  pen.rotate(angle);
  pen.shadowColor = 'rgba(0,0,0,.45)';
  pen.shadowBlur = 40;
  pen.shadowOffsetX = 14;
  pen.shadowOffsetY = 22;
  pen.drawImage(sheet, -500, -707);
  pen.restore();
  light(pen, canvas);
  grain(pen, canvas);
  return canvas.toBuffer('image/jpeg', quality);
}

function desk(pen: SKRSContext2D, { width, height }: Canvas, colour: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, width, height);
  const random = sequence(7);
  for (let line = 0; line < 160; line++) {
    const y = random() * height;
    pen.strokeStyle = `rgba(${random() > 0.5 ? '255,235,205' : '40,22,8'},${String(0.03 + random() * 0.07)})`;
    pen.lineWidth = 1 + random() * 5;
    pen.beginPath();
    pen.moveTo(0, y);
    pen.bezierCurveTo(
      width / 3,
      y + 20 * random(),
      (width / 3) * 2,
      y - 20 * random(),
      width,
      y + 10 * random(),
    );
    pen.stroke();
  }
}

function light(pen: SKRSContext2D, { width, height }: Canvas): void {
  const lamp = pen.createRadialGradient(
    width * 0.3,
    height * 0.25,
    200,
    width * 0.5,
    height * 0.5,
    height * 0.8,
  );
  lamp.addColorStop(0, 'rgba(255,246,220,.16)');
  lamp.addColorStop(0.55, 'rgba(0,0,0,.06)');
  lamp.addColorStop(1, 'rgba(0,0,0,.42)');
  pen.fillStyle = lamp;
  pen.fillRect(0, 0, width, height);
}

function grain(pen: SKRSContext2D, { width, height }: Canvas): void {
  const image = pen.getImageData(0, 0, width, height);
  const random = sequence(11);
  for (let at = 0; at < image.data.length; at += 4) {
    const change = (random() - 0.5) * 14;
    for (let channel = 0; channel < 3; channel++)
      image.data[at + channel] = (image.data[at + channel] ?? 0) + change;
  }
  pen.putImageData(image, 0, 0);
}

/** Seeded random numbers from 0 to 1 (mulberry32), the same on every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
