import { assessPage, type PagePixels } from './page-quality.js';

const [width, height] = [707, 1000];

/** A page of the given luminance at each pixel. */
function paint(at: (x: number, y: number) => number): PagePixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.fill(at(x, y), (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { width, height, data };
}

/** Lines of letters, as strokes of three pixels, on the upper two thirds of white paper. */
const isInk = (x: number, y: number) =>
  y < 660 && x > 60 && x < 640 && y % 24 < 12 && x % 9 < 3 && (x * 7 + y * 3) % 31 > 4;
const print = (paper = 235, ink = 30) => paint((x, y) => (isInk(x, y) ? ink : paper));

/** A box blur, as from an unsteady hand. */
function smear({ data }: PagePixels, radius: number): PagePixels {
  return paint((x, y) => {
    let [sum, count] = [0, 0];
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) {
        const [px, py] = [x + dx, y + dy];
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        sum += data[(py * width + px) * 4]!;
        count += 1;
      }
    return sum / count;
  });
}

describe('the hint about a page', () => {
  it('sharp print on bright paper gets no hint', () => {
    expect(assessPage(print())).toBeNull();
  });

  it('a few lines of print on an otherwise empty page get no hint', () => {
    const letter = paint((x, y) => (y < 240 && isInk(x, y) ? 30 : 235));
    expect(assessPage(letter)).toBeNull();
  });

  it('print that is smeared over several pixels looks blurred', () => {
    expect(assessPage(smear(print(), 4))).toBe('blurred');
  });

  it('a page without an edge looks blurred', () => {
    expect(assessPage(paint(() => 200))).toBe('blurred');
  });

  it('a page looks blurred below a variance of 50 along the rows or the columns', () => {
    // Neighbours that differ by d have a second derivative of 2d or -2d, so a variance of 4d².
    const chequered = (difference: number) => paint((x, y) => ((x + y) % 2 ? 200 : 200 + difference));
    expect(assessPage(chequered(3))).toBe('blurred');
    expect(assessPage(chequered(4))).toBeNull();
  });

  it('print that is blurred in only one direction, sideways or upwards, looks blurred', () => {
    expect(assessPage(paint((x) => (x % 2 ? 30 : 235)))).toBe('blurred');
    expect(assessPage(paint((_, y) => (y % 2 ? 30 : 235)))).toBe('blurred');
  });

  it('a page with sharp print in less than a tenth of its tiles looks blurred', () => {
    const printedTo = (rows: number) => paint((x, y) => (y < rows * 50 && (x + y) % 2 ? 30 : 235));
    expect(assessPage(printedTo(1))).toBe('blurred');
    expect(assessPage(printedTo(3))).toBeNull();
  });

  it('a page looks dark below a mean luminance of 60', () => {
    expect(assessPage(paint((x, y) => ((x + y) % 2 ? 0 : 118)))).toBe('dark');
    expect(assessPage(paint((x, y) => ((x + y) % 2 ? 0 : 124)))).toBeNull();
  });

  it('colours are weighted by their perceived brightness: a page of pure blue looks dark', () => {
    const blue = paint(() => 0);
    for (let at = 2; at < blue.data.length; at += 4) blue.data[at] = 255;
    expect(assessPage(blue)).toBe('dark');
  });

  it('a picture smaller than one tile is assessed as a whole', () => {
    const isLight = (pixel: number) => ((pixel % 20) + Math.floor(pixel / 20)) % 2 === 1;
    const data = new Uint8ClampedArray(20 * 10 * 4).map((_, at) => (isLight(at >> 2) ? 255 : 60));
    expect(assessPage({ width: 20, height: 10, data })).toBeNull();
  });
});
