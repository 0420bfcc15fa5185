/** Width and height, in points for a page and in pixels for a picture. */
export interface PageSize {
  width: number;
  height: number;
}

/** Maximum number of pages shown for one document; the rest can be seen only in the original. */
export const MAX_PAGES = 200;
/** The PDF standard allows 14,400 units, and some programs exceed it. */
export const MAX_SIDE = 10_000_000;
/** Maximum size of a drawn page: it takes 32 MB while it is drawn, and as much again while it is encoded. */
export const MAX_PIXELS = 8_000_000;

/**
 * The largest size with these proportions inside the box and within {@link MAX_PIXELS}; at least one pixel wide
 * and high.
 */
export function fitInto({ width, height }: PageSize, box: PageSize): PageSize {
  const most = Math.sqrt(MAX_PIXELS / (width * height));
  const scale = Math.min(box.width / width, box.height / height, most);
  const side = (length: number) => Math.max(1, Math.floor(length * scale));
  return { width: side(width), height: side(height) };
}
