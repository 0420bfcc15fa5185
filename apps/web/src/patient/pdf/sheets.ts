import { slicesOf } from '../file/slices.js';

/** Pixels along the long edge: A4 at 200 dpi. */
const longEdge = 2339;
/** A long page whose picture would be narrower than this number of pixels is cut into several pictures. */
const leastShortEdge = 1200;
/** The width in pixels of the pictures of a page that is cut: A4 at 200 dpi. */
const stripWidth = 1654;

/** One picture of a PDF page or of a part of it, in pixels of the page drawn at `scale`. */
export interface Sheet {
  scale: number;
  width: number;
  height: number;
  /** Where the part begins. */
  top: number;
}

/**
 * The pictures that a page becomes: one, or several for a long strip, such as a web page or a screenshot saved as a PDF.
 *
 * @param width of the page at scale 1
 */
export function sheetsOf(width: number, height: number): Sheet[] {
  const scale = longEdge / Math.max(width, height);
  if (height < width || width * scale >= leastShortEdge)
    return [{ scale, width: Math.ceil(width * scale), height: Math.ceil(height * scale), top: 0 }];
  const wider = stripWidth / width;
  return slicesOf(stripWidth, Math.ceil(height * wider)).map((slice) => ({
    scale: wider,
    width: stripWidth,
    ...slice,
  }));
}
