import type { PageHint } from './scan-page.js';

/** The pixels of a page, scaled to a long edge of `assessedEdge`. */
export interface PagePixels {
  width: number;
  height: number;
  /** RGBA, row by row. */
  data: Uint8ClampedArray;
}

/** The thresholds hold for pages of this size. */
export const assessedEdge = 1000;

/** Mean luminance, from 0 to 255, below which print is hard to read. */
const darkBelow = 60;
/** Pixels along the edge of a tile. */
const tileEdge = 50;
/** Variance of the Laplacian at the 90th percentile of the tiles; most tiles of a letter are empty paper. */
const blurredBelow = 400;

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

/** The variance of the Laplacian in each whole tile; of a page smaller than a tile, in all of it. */
function sharpness(grey: Float32Array, width: number, height: number): number[] {
  const [stepX, stepY] = [Math.min(tileEdge, width), Math.min(tileEdge, height)];
  const found: number[] = [];
  for (let top = 0; top + stepY <= height; top += stepY)
    for (let left = 0; left + stepX <= width; left += stepX)
      found.push(
        laplacianVariance(grey, width, height, { left, top, right: left + stepX, bottom: top + stepY }),
      );
  return found;
}

interface Tile {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels at the page's edge have no four neighbours and do not count. */
function laplacianVariance(grey: Float32Array, width: number, height: number, tile: Tile): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let y = Math.max(1, tile.top); y < Math.min(height - 1, tile.bottom); y += 1)
    for (let x = Math.max(1, tile.left); x < Math.min(width - 1, tile.right); x += 1) {
      const at = y * width + x;
      const value = 4 * grey[at]! - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!;
      count += 1;
      sum += value;
      squares += value * value;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
