import type { PageHint } from './scan-page.js';

/** The pixels of a page, scaled down to a long edge of at most `assessedEdge`. */
export interface PagePixels {
  width: number;
  height: number;
  /** RGBA, row by row. */
  data: Uint8ClampedArray;
}

/** The long edge, in pixels, that the thresholds apply to. */
export const assessedEdge = 1000;

/** Mean luminance, from 0 to 255, below which print is hard to read. */
const darkBelow = 60;
/** Pixels along the edge of a tile. */
const tileEdge = 50;
/**
 * Sharpness at the 90th percentile of the tiles; most tiles of a letter are empty paper. Of the pages of
 * `page-hints.spec.ts`, the blurred ones have at most 23, the readable ones at least 77.
 */
const blurredBelow = 50;

/** Returns the most serious problem of the page; null when it seems readable. */
export function assessPage({ width, height, data }: PagePixels): PageHint | null {
  const grey = luminance(data);
  if (mean(grey) < darkBelow) return 'dark';
  return percentile(sharpness(grey, width, height), 0.9) < blurredBelow ? 'blurred' : null;
}

/** Rec. 601 luminance of each pixel. */
function luminance(rgba: Uint8ClampedArray): Float32Array {
  const grey = new Float32Array(rgba.length / 4);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = 0.299 * rgba[at * 4]! + 0.587 * rgba[at * 4 + 1]! + 0.114 * rgba[at * 4 + 2]!;
  return grey;
}

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** The sharpness of each whole tile, or of the whole page if it is smaller than a tile. */
function sharpness(grey: Float32Array, width: number, height: number): number[] {
  const [stepX, stepY] = [Math.min(tileEdge, width), Math.min(tileEdge, height)];
  const found: number[] = [];
  for (let top = 0; top + stepY <= height; top += stepY)
    for (let left = 0; left + stepX <= width; left += stepX)
      found.push(tileSharpness(grey, width, height, { left, top, right: left + stepX, bottom: top + stepY }));
  return found;
}

interface Tile {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The variance of the second derivative along the rows or along the columns, whichever is smaller: a hand that moves
 * sideways blurs only the edges across its movement. Pixels at the page's edge lack a neighbour and do not count.
 */
function tileSharpness(grey: Float32Array, width: number, height: number, tile: Tile): number {
  const [alongRows, alongColumns] = [new Variance(), new Variance()];
  for (let y = Math.max(1, tile.top); y < Math.min(height - 1, tile.bottom); y += 1)
    for (let x = Math.max(1, tile.left); x < Math.min(width - 1, tile.right); x += 1) {
      const at = y * width + x;
      alongRows.add(2 * grey[at]! - grey[at - 1]! - grey[at + 1]!);
      alongColumns.add(2 * grey[at]! - grey[at - width]! - grey[at + width]!);
    }
  return Math.min(alongRows.value, alongColumns.value);
}

class Variance {
  private count = 0;
  private sum = 0;
  private squares = 0;

  add(value: number): void {
    this.count += 1;
    this.sum += value;
    this.squares += value * value;
  }

  /** 0 without values. */
  get value(): number {
    return this.count === 0 ? 0 : this.squares / this.count - (this.sum / this.count) ** 2;
  }
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
