import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, loadImage, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { assessedEdge, assessPage } from './page-quality.js';
import type { PageHint } from './scan-page.js';

/*
 * Sixty simulated photos of pages: six kinds of page, drawn and then degraded as if by a camera under ten conditions.
 * An OCR program (tesseract 5) read none of the words of the blurred pages. On the pages that get no hint, it read 90 %
 * or more of the words, except on the dense report that is slightly out of focus (73 %).
 */

/** A4 on a desk, as a camera takes it, at half the scanner's resolution, so that 60 pages take seconds. */
const [width, height] = [877, 1170];

/** A repeatable sequence of numbers from 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Kind {
  fontSize: number;
  top: number;
  bottom: number;
  left: number;
  right: number;
  lineHeight: number;
  /** Extra marks on each line. */
  marks?: 'boxes' | 'rules';
  /** Desk on both sides of the paper. */
  margin?: number;
}

const kinds: Record<string, Kind> = {
  letter: { fontSize: 14.5, top: 110, bottom: 750, left: 95, right: 780, lineHeight: 24 },
  'short letter': { fontSize: 15.5, top: 130, bottom: 310, left: 95, right: 750, lineHeight: 26 },
  'dense report': { fontSize: 12, top: 75, bottom: 1075, left: 75, right: 800, lineHeight: 17 },
  form: { fontSize: 13, top: 120, bottom: 1000, left: 100, right: 550, lineHeight: 48, marks: 'boxes' },
  table: { fontSize: 12, top: 110, bottom: 950, left: 95, right: 780, lineHeight: 28, marks: 'rules' },
  receipt: { fontSize: 13.5, top: 100, bottom: 950, left: 280, right: 590, lineHeight: 23, margin: 250 },
};

interface Condition {
  expected: PageHint | null;
  /** Share of full daylight. */
  light?: number;
  /** Share of the light that is missing in the darkest corner. */
  shadow?: number;
  paper?: string;
  ink?: string;
  /** Standard deviation in pixels of the lens's blur. */
  defocus?: number;
  /** How many pixels the camera moved sideways during the exposure. */
  moved?: number;
  /** Half the largest deviation caused by the sensor's noise, in levels of brightness. */
  noise?: number;
}

const conditions: Record<string, Condition> = {
  'in daylight': { expected: null },
  'in a shadow': { expected: null, shadow: 0.55 },
  'in a dim room': { expected: null, light: 0.5, noise: 4 },
  'by a lamp at night': { expected: null, light: 0.45, shadow: 0.1, noise: 5 },
  'as a pale copy': { expected: null, paper: '#d8d8d4', ink: '#777777' },
  'slightly out of focus': { expected: null, defocus: 0.9 },
  'out of focus': { expected: 'blurred', defocus: 3 },
  'out of focus and noisy': { expected: 'blurred', defocus: 5, light: 0.7, noise: 5 },
  'moved sideways': { expected: 'blurred', moved: 17 },
  'in the dark': { expected: 'dark', light: 0.12, noise: 3 },
};

const words = [
  'patient',
  'referral',
  'letter',
  'hospital',
  'clinic',
  'kidney',
  'function',
  'result',
  'normal',
  'please',
  'review',
  'blood',
  'pressure',
  'medicine',
];

function drawLine(context: SKRSContext2D, kind: Kind, y: number, random: () => number): void {
  let x = kind.left;
  while (x < kind.right) {
    const word = words[Math.floor(random() * words.length)]!;
    const end = x + context.measureText(word).width;
    if (end <= kind.right) context.fillText(word, x, y);
    x = end + kind.fontSize * 0.6;
  }
  if (kind.marks === 'boxes') context.strokeRect(575, y - 20, 200, 30);
  if (kind.marks === 'rules') context.fillRect(kind.left - 10, y + 7, kind.right - kind.left + 20, 1);
}

/** A page that lies almost straight on a desk. */
function drawPage(
  kind: Kind,
  { paper = '#efeeea', ink = '#26262a' }: Condition,
  random: () => number,
): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const margin = kind.margin ?? 45;
  context.fillStyle = '#6b5a48';
  context.fillRect(0, 0, width, height);
  context.rotate((random() - 0.5) * 0.02);
  context.fillStyle = paper;
  context.fillRect(margin, 45, width - 2 * margin, height - 90);
  context.fillStyle = context.strokeStyle = ink;
  context.font = `${kind.fontSize}px Inter`;
  for (let y = kind.top; y < kind.bottom; y += kind.lineHeight) drawLine(context, kind, y, random);
  return canvas;
}

/** What the lens projects while the shutter is open. */
function expose(page: Canvas, { defocus = 0, moved = 1, light = 1, shadow = 0 }: Condition): SKRSContext2D {
  const context = createCanvas(width, height).getContext('2d');
  if (defocus > 0) context.filter = `blur(${defocus}px)`;
  for (let step = 0; step < moved; step += 1) {
    // The mean of all steps so far.
    context.globalAlpha = 1 / (step + 1);
    context.drawImage(page, step - Math.floor(moved / 2), 0);
  }
  const level = (share: number) => `hsl(0 0% ${share * 100}%)`;
  const falling = context.createLinearGradient(0, 0, width, height);
  falling.addColorStop(0, level(light));
  falling.addColorStop(1, level(light * (1 - shadow)));
  Object.assign(context, { filter: 'none', globalAlpha: 1, globalCompositeOperation: 'multiply' });
  context.fillStyle = falling;
  context.fillRect(0, 0, width, height);
  return context;
}

function addNoise(context: SKRSContext2D, amplitude: number, random: () => number): void {
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const noise = (random() + random() - 1) * 2 * amplitude;
    for (let channel = at; channel < at + 3; channel += 1) data[channel] = data[channel]! + noise;
  }
  context.putImageData(image, 0, 0);
}

/** Takes the photo as a JPEG and returns the hint for it, assessed at the size that the scanner uses for hints. */
async function hintFor(kind: Kind, condition: Condition, seed: number): Promise<PageHint | null> {
  const random = numbersFrom(seed);
  const context = expose(drawPage(kind, condition, random), condition);
  addNoise(context, condition.noise ?? 1.5, random);
  const photo = await loadImage(context.canvas.toBuffer('image/jpeg', 85));
  const size = { width: Math.round((width * assessedEdge) / height), height: assessedEdge };
  const scaled = createCanvas(size.width, size.height).getContext('2d');
  scaled.drawImage(photo, 0, 0, size.width, size.height);
  return assessPage({ ...size, data: scaled.getImageData(0, 0, size.width, size.height).data });
}

/** Returns the kinds of page that did not get the expected hint under a condition. */
async function wrongHints(condition: Condition): Promise<string[]> {
  const wrong: string[] = [];
  for (const [at, [name, kind]] of Object.entries(kinds).entries()) {
    const found = await hintFor(kind, condition, at + 1);
    if (found !== condition.expected) wrong.push(`${name}: ${found ?? 'no hint'}`);
  }
  return wrong;
}

describe('the hints about sixty photographed pages', () => {
  beforeAll(() => {
    const require = createRequire(import.meta.url);
    const font = require.resolve('@fontsource-variable/inter/files/inter-latin-standard-normal.woff2');
    GlobalFonts.registerFromPath(font, 'Inter');
  });

  it.each(Object.keys(conditions).filter((name) => conditions[name]!.expected))(
    'every kind of page gets its hint when photographed %s',
    async (name) => {
      expect(await wrongHints(conditions[name]!)).toEqual([]);
    },
  );

  it.each(Object.keys(conditions).filter((name) => !conditions[name]!.expected))(
    'no kind of page gets a hint when photographed %s',
    async (name) => {
      expect(await wrongHints(conditions[name]!)).toEqual([]);
    },
  );
});
