import { limits } from '@caredrop/contracts/limits';
import { aPage } from '../testing/pages.js';
import { assemble, firstStep, steps, type PageStep, type Redraw } from './assemble.js';

/** A minimal JPEG that a PDF writer can read: its dimensions, and a name that the test searches for. */
function aJpeg(name: string, bytes: number, [width, height]: [number, number] = [1654, 2339]): Blob {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const head = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, ...size, 3, 0, 0, 0];
  const rest = new Uint8Array(Math.max(0, bytes - head.length - name.length - 2));
  return new Blob([new Uint8Array(head), name, rest, new Uint8Array([0xff, 0xd9])], { type: 'image/jpeg' });
}

const scanned = (id: string, bytes: number, turns = 0) =>
  aPage(id, bytes, { jpeg: aJpeg(`page ${id}`, bytes), turns });

/** A stub of `redrawPage` that scales the size in bytes by `share` and records its calls. */
function recorder(share: (step: PageStep) => number) {
  const drawn: [string, PageStep][] = [];
  const draw: Redraw = async (page, step) => {
    drawn.push([page.id, step]);
    const size: [number, number] = page.turns % 2 ? [page.height, page.width] : [page.width, page.height];
    return aJpeg(`page ${page.id} again`, page.jpeg.size * share(step), size);
  };
  return { draw, drawn };
}

const never: Redraw = () => Promise.reject(new Error('nothing needs to be drawn'));

async function textOf(assembled: Awaited<ReturnType<typeof assemble>>): Promise<string> {
  if (assembled.kind !== 'file') throw new Error('there is no file');
  return Buffer.from(await assembled.file.arrayBuffer()).toString('latin1');
}

const order = (pdf: string) => [...pdf.matchAll(/page (\w+)/g)].map(([, id]) => id);

describe('assembling pages into one file', () => {
  it('a single unchanged page is sent as the camera wrote it', async () => {
    const original = new File(['as written'], 'photo.png', { type: 'image/png' });
    expect(await assemble([aPage('1', 100, { original })], never)).toEqual({ kind: 'file', file: original });
  });

  it('a single turned page is drawn again and sent as a photo', async () => {
    const { draw, drawn } = recorder(() => 1);
    const original = new File(['as written'], 'photo.jpg', { type: 'image/jpeg' });
    const made = await assemble([{ ...scanned('1', 500, 1), original }], draw);
    expect(made).toMatchObject({ kind: 'file', file: { name: 'photo.jpg', type: 'image/jpeg' } });
    expect(drawn).toEqual([['1', firstStep]]);
  });

  it('several pages become one PDF with their images in order and unchanged', async () => {
    const pages = [scanned('b', 3000), scanned('a', 4000), scanned('c', 500)];
    const made = await assemble(pages, never);
    const pdf = await textOf(made);
    expect(made).toMatchObject({ file: { name: 'scan.pdf', type: 'application/pdf' } });
    expect(pdf).toMatch(/^%PDF-1\.4/);
    expect(pdf).toContain('/Count 3');
    expect(order(pdf)).toEqual(['b', 'a', 'c']);
    for (const { jpeg } of pages)
      expect(pdf).toContain(Buffer.from(await jpeg.arrayBuffer()).toString('latin1'));
  });

  it('the PDF page of a turned page has width and height swapped', async () => {
    const { draw } = recorder(() => 1);
    const pdf = await textOf(await assemble([scanned('1', 900), scanned('2', 900, 3)], draw));
    expect([...pdf.matchAll(/MediaBox \[([^\]]+)\]/g)].map(([, box]) => box)).toEqual([
      '0 0 595 842',
      '0 0 842 595',
    ]);
  });

  it('the same pages always give the same bytes', async () => {
    const pages = [scanned('1', 900), scanned('2', 900)];
    expect(await textOf(await assemble(pages, never))).toBe(await textOf(await assemble(pages, never)));
  });

  it('pages that are too big are encoded at lower and lower quality until they fit', async () => {
    const pages = Array.from({ length: 12 }, (_, at) => scanned(String(at), 600_000));
    const { draw, drawn } = recorder(({ quality }) => quality + 0.1);
    const made = await assemble(pages, draw);
    expect(made.kind === 'file' && made.file.size).toBeLessThan(limits.uploadBytes);
    expect(order(await textOf(made))).toHaveLength(12);
    expect([...new Set(drawn.map(([, step]) => step))]).toEqual(steps.slice(1, 3));
  });

  it('pages that are too big even in the last step are refused with the number that fits', async () => {
    const pages = Array.from({ length: 20 }, (_, at) => scanned(String(at), 1_000_000));
    const { draw } = recorder(({ longEdge }) => (longEdge === 1754 ? 0.5 : 1));
    expect(await assemble(pages, draw)).toEqual({ kind: 'too large', pages: 10 });
  });

  it('a document whose pages come close to the limit stays below it', async () => {
    const pages = [scanned('1', limits.uploadBytes / 2), scanned('2', limits.uploadBytes / 2 - 3_001)];
    const made = await assemble(pages, never);
    expect(made.kind === 'file' && made.file.size).toBeLessThan(limits.uploadBytes);
  });
});
