/** A part of a long picture, from `top` to `top + height`, in its own pixels. */
export interface Slice {
  top: number;
  height: number;
}

/**
 * A page's height relative to its width, and the share of it that the next page repeats, so that no line is cut on both
 * pages.
 */
const [pageShape, repeated] = [Math.SQRT2, 0.05];

/** Divides a long picture into pages with the proportions of A4, from top to bottom; the last may be shorter. */
export function slicesOf(width: number, height: number): Slice[] {
  const page = Math.round(width * pageShape);
  const step = Math.round(page * (1 - repeated));
  const count = Math.max(1, Math.ceil((height - (page - step)) / step));
  return Array.from({ length: count }, (_, nth) => ({
    top: nth * step,
    height: Math.min(page, height - nth * step),
  }));
}
