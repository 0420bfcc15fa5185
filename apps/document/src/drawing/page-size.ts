/** Width and height: of a page in points, of a picture in pixels. */
export interface PageSize {
  width: number;
  height: number;
}

/** Pages of one document that are shown; beyond them only the original shows all. */
export const MOST_PAGES = 200;
/** PDF allows 14,400 units, and programs exceed it. */
export const LONGEST_SIDE = 10_000_000;
/** Of a drawn page: 32 MB while it is drawn, and as much again while it is encoded. */
export const MOST_PIXELS = 8_000_000;

/** The largest size with these proportions inside the box and within {@link MOST_PIXELS}; at least one pixel each way. */
export function fitInto({ width, height }: PageSize, box: PageSize): PageSize {
  const most = Math.sqrt(MOST_PIXELS / (width * height));
  const scale = Math.min(box.width / width, box.height / height, most);
  const side = (length: number) => Math.max(1, Math.floor(length * scale));
  return { width: side(width), height: side(height) };
}
