import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { SHEET, useFont } from './draw-sheet.ts';

/** An insurance card lying on a sheet of paper. */
export function drawCard(): Canvas {
  const canvas = createCanvas(SHEET.width, SHEET.height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#f4f2ec';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(90, 420);
  const sky = pen.createLinearGradient(0, 0, 820, 520);
  sky.addColorStop(0, '#0b6b6b');
  sky.addColorStop(1, '#123c5a');
  pen.fillStyle = sky;
  pen.shadowColor = 'rgba(0,0,0,.35)';
  pen.shadowBlur = 24;
  pen.beginPath();
  pen.roundRect(0, 0, 820, 520, 34);
  pen.fill();
  pen.shadowBlur = 0;
  chip(pen);
  const font = useFont();
  const lines: [string, string, number][] = [
    ['700 44px', 'Meridian Mutual Health', 96],
    ['400 26px', 'Member', 300],
    ['600 34px', 'EXAMPLE MEMBER', 340],
    ['400 26px', 'Number 8012 4471 0096    Group 3300', 410],
    ['400 26px', 'Valid to 12/2028', 456],
  ];
  for (const [style, words, y] of lines) {
    pen.font = `${style} "${font}"`;
    pen.fillStyle = '#fff';
    pen.fillText(words, 48, y);
  }
  return canvas;
}

function chip(pen: ReturnType<Canvas['getContext']>): void {
  pen.fillStyle = '#d9b65c';
  pen.beginPath();
  pen.roundRect(48, 150, 110, 84, 12);
  pen.fill();
  pen.strokeStyle = '#9c7d2e';
  pen.lineWidth = 2;
  for (const y of [178, 206]) {
    pen.beginPath();
    pen.moveTo(48, y);
    pen.lineTo(158, y);
    pen.stroke();
  }
}
