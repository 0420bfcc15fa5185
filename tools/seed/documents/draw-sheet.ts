import path from 'node:path';
import { createCanvas, GlobalFonts, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { root } from '../../stack/paths.ts';
import type { Sheet } from './sheet.ts';

/** A4 at about 120 dots an inch. */
export const SHEET = { width: 1000, height: 1414 };

const MARGIN = 90;
const INK = '#1c2430';
const FONT = 'Demo Inter';

/** Draws a sheet as a printer would: black on white, with a coloured letterhead. */
export function drawSheet(sheet: Sheet, colour = '#0b4f6c'): Canvas {
  useFont();
  const canvas = createCanvas(SHEET.width, SHEET.height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, SHEET.width, SHEET.height);
  let y = letterhead(pen, sheet, colour);
  y = facts(pen, sheet, y);
  if (sheet.table) y = table(pen, sheet.table, y, colour);
  for (const paragraph of sheet.paragraphs) y = text(pen, paragraph, y);
  if (sheet.signature) signature(pen, sheet.signature, y);
  return canvas;
}

/** The product's own font, so that the pictures look the same on every machine. */
export function useFont(): string {
  const file = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
  if (!GlobalFonts.has(FONT)) GlobalFonts.registerFromPath(path.join(root, file), FONT);
  return FONT;
}

function write(pen: SKRSContext2D, words: string, x: number, y: number, font: string, colour = INK): void {
  pen.font = `${font} "${FONT}"`;
  pen.fillStyle = colour;
  pen.fillText(words, x, y);
}

function letterhead(
  pen: SKRSContext2D,
  { letterhead: name, address, date, title }: Sheet,
  colour: string,
): number {
  pen.fillStyle = colour;
  pen.fillRect(MARGIN, 84, 12, 62);
  write(pen, name, MARGIN + 30, 112, '700 32px', colour);
  write(pen, address, MARGIN + 30, 144, '400 18px', '#556070');
  pen.textAlign = 'right';
  write(pen, date, SHEET.width - MARGIN, 220, '400 20px');
  pen.textAlign = 'left';
  write(pen, title, MARGIN, 286, '700 36px');
  return 340;
}

function facts(pen: SKRSContext2D, sheet: Sheet, top: number): number {
  sheet.facts.forEach(([label, value], index) => {
    write(pen, label, MARGIN, top + index * 32, '400 20px', '#556070');
    write(pen, value, MARGIN + 220, top + index * 32, '600 20px');
  });
  return top + sheet.facts.length * 32 + 34;
}

function table(
  pen: SKRSContext2D,
  { head, rows }: NonNullable<Sheet['table']>,
  top: number,
  colour: string,
): number {
  const column = (SHEET.width - 2 * MARGIN) / head.length;
  [head, ...rows].forEach((cells, row) => {
    const y = top + row * 42;
    cells.forEach((cell, index) => {
      write(
        pen,
        cell,
        MARGIN + 8 + index * column,
        y,
        row === 0 ? '600 19px' : '400 19px',
        row === 0 ? colour : INK,
      );
    });
    pen.fillStyle = row === 0 ? colour : '#d5dbe1';
    pen.fillRect(MARGIN, y + 13, SHEET.width - 2 * MARGIN, row === 0 ? 2 : 1);
  });
  return top + (rows.length + 1) * 42 + 30;
}

function text(pen: SKRSContext2D, paragraph: string, top: number): number {
  pen.font = `400 21px "${FONT}"`;
  const lines = wrap(paragraph, SHEET.width - 2 * MARGIN, (words) => pen.measureText(words).width);
  lines.forEach((line, index) => {
    write(pen, line, MARGIN, top + index * 33, '400 21px');
  });
  return top + lines.length * 33 + 20;
}

function signature(pen: SKRSContext2D, { name, role }: NonNullable<Sheet['signature']>, top: number): void {
  pen.strokeStyle = '#27408b';
  pen.lineWidth = 3;
  pen.beginPath();
  pen.moveTo(MARGIN + 6, top + 70);
  for (let step = 1; step <= 9; step++) {
    const x = MARGIN + 6 + step * 26;
    pen.quadraticCurveTo(
      x - 13,
      top + 70 - 44 * Math.abs(Math.sin(step * 1.7)),
      x,
      top + 66 + 10 * Math.cos(step * 2.3),
    );
  }
  pen.stroke();
  write(pen, name, MARGIN, top + 116, '600 20px');
  write(pen, role, MARGIN, top + 144, '400 18px', '#556070');
}

/** Breaks a text into lines no wider than `width`, measured by `measure`. */
export function wrap(words: string, width: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
