import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { useFont } from './draw-sheet.ts';

const LEADS = ['I', 'II', 'III', 'V1', 'V3', 'V5'];

/** An electrocardiogram strip as a machine prints it: six leads of a regular rhythm, on squared paper. */
export function drawEcg(): Buffer {
  const canvas = createCanvas(1500, 1000);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fffafa';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const [step, colour] of [
    [10, '#fbe3e3'],
    [50, '#f3bcbc'],
  ] as const)
    grid(pen, step, colour);
  pen.fillStyle = '#222';
  pen.font = `600 22px "${useFont()}"`;
  pen.fillText(
    '12 Nov 2026  09:14   Rate 68/min   PR 154 ms   QRS 92 ms   QT/QTc 402/418 ms   25 mm/s  10 mm/mV',
    40,
    46,
  );
  LEADS.forEach((lead, index) => {
    trace(pen, lead, 150 + index * 145, 0.6 + ((index * 37) % 60) / 100);
  });
  return canvas.toBuffer('image/png');
}

function grid(pen: SKRSContext2D, step: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = 0; x <= 1500; x += step) {
    pen.moveTo(x, 0);
    pen.lineTo(x, 1000);
  }
  for (let y = 0; y <= 1000; y += step) {
    pen.moveTo(0, y);
    pen.lineTo(1500, y);
  }
  pen.stroke();
}

function trace(pen: SKRSContext2D, lead: string, base: number, height: number): void {
  pen.font = `600 20px "${useFont()}"`;
  pen.fillText(lead, 20, base - 40);
  pen.strokeStyle = '#1a1a2e';
  pen.lineWidth = 2;
  pen.beginPath();
  for (let x = 60; x < 1480; x++) pen.lineTo(x, base - 80 * height * beat(((x - 60) % 220) / 220));
  pen.stroke();
}

/** One heart beat over a phase of 0 to 1: P wave, QRS complex, T wave. */
function beat(phase: number): number {
  const wave = (centre: number, width: number, size: number): number =>
    size * Math.exp(-(((phase - centre) / width) ** 2));
  return (
    wave(0.18, 0.03, 0.15) -
    wave(0.285, 0.008, 0.12) +
    wave(0.3, 0.01, 1) -
    wave(0.318, 0.01, 0.25) +
    wave(0.52, 0.05, 0.28)
  );
}
