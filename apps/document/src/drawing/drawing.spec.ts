import { deflateSync } from 'node:zlib';
import type { AcceptedType } from '@caredrop/contracts';
import { writtenPdf } from '@caredrop/testing/pdfs';
import { realLifeFiles, type Corner } from '@caredrop/testing/real-life';
import { decode } from 'jpeg-js';
import { PNG } from 'pngjs';

import { profileWithCanary } from '../../test/fuzz/canary.ts';
import { hostilePdfs } from '../../test/support/hostile-pdfs.js';
import { orientationOnly } from '../files/exif-orientation.js';
import { makeChunk, SIGNATURE } from '../files/png-chunks.js';
import { drawPage, measureDocument } from './drawing.js';
import { fitInto, MAX_PIXELS } from './page-size.js';

const realLife = async (name: string) => {
  const found = realLifeFiles.find((file) => file.name === name);
  if (!found) throw new Error(`no file ${name}`);
  return found.bytes();
};
const [jpeg, png, pdf] = ['image/jpeg', 'image/png', 'application/pdf'] as const;
const box = { width: 300, height: 400 };
/** In a PNG: the offset after IHDR, and the length of IEND. */
const [HEADER_END, END_LENGTH] = [SIGNATURE + 25, 12];

/** Draws a page. Returns a function for its colour at a fraction of its width and height. */
async function colours(file: Buffer, type: AcceptedType, page = 0) {
  const { jpeg: picture, width, height } = await drawPage(file, type, page, box);
  const { data } = decode(picture, { useTArray: true });
  return (x: number, y: number) => {
    const at = (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1))) * 4;
    return [...data.subarray(at, at + 3)];
  };
}
const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 150 && green < 90 && blue < 90;
const corners: Record<Corner, [number, number]> = {
  'top left': [0.04, 0.03],
  'top right': [0.96, 0.03],
  'bottom right': [0.96, 0.97],
  'bottom left': [0.04, 0.97],
};

describe('drawing a picture', () => {
  const held = realLifeFiles.filter(({ name }) => /^held-\d/.test(name));

  it.each(held.map(({ name, bytes, end }) => ({ name, bytes, end })))(
    'the photo $name is drawn in the orientation that its camera recorded',
    async ({ bytes, end }) => {
      const at = await colours(Buffer.from(await bytes()), jpeg);
      const red = Object.entries(corners).filter(([, place]) => isRed(at(...place)));
      expect(red.map(([corner]) => corner)).toEqual([end.kind === 'sent' && end.corner]);
    },
  );

  it.each([
    ['cmyk.jpg', jpeg],
    ['progressive.jpg', jpeg],
    ['screenshot.png', png],
  ])('%s is drawn in its colours', async (name, type) => {
    const at = await colours(await realLife(name), type);
    expect(isRed(at(...corners['top left']))).toBe(true);
    expect(at(...corners['bottom right']).every((value) => value > 240)).toBe(true);
  });

  describe('the orientation of a PNG', () => {
    /** A picture with a red corner at the top left, and an orientation at this offset. */
    const turned = async (orientation: number, offset: (file: Buffer) => number) => {
      const file = await realLife('screenshot.png');
      const chunk = makeChunk('eXIf', orientationOnly(orientation));
      return Buffer.concat([file.subarray(0, offset(file)), chunk, file.subarray(offset(file))]);
    };
    const redCorners = async (file: Buffer) => {
      const at = await colours(file, png);
      return Object.entries(corners).flatMap(([corner, place]) => (isRed(at(...place)) ? [corner] : []));
    };
    const [upright, onItsSide] = [
      { width: 150, height: 200 },
      { width: 200, height: 150 },
    ];

    it.each([
      [3, 'bottom right', upright],
      [6, 'top right', onItsSide],
      [8, 'bottom left', onItsSide],
    ])(
      'a PNG with the orientation %i is measured and drawn accordingly',
      async (orientation, corner, size) => {
        const file = await turned(orientation, () => HEADER_END);
        expect((await measureDocument(file, png)).sizes).toEqual([size]);
        expect(await redCorners(file)).toEqual([corner]);
      },
    );

    it('an orientation after the picture data is ignored, as in browsers', async () => {
      const file = await turned(6, ({ length }) => length - END_LENGTH);
      expect((await measureDocument(file, png)).sizes).toEqual([upright]);
      expect(await redCorners(file)).toEqual(['top left']);
    });
  });

  it('a damaged picture is not drawn', async () => {
    for (const [bytes, type] of [
      [Buffer.from([0xff, 0xd8, 0xff, 0xd9]), jpeg],
      [Buffer.from('89504e470d0a1a0a', 'hex'), png],
    ] as const)
      await expect(drawPage(bytes, type, 0, box)).rejects.toMatchObject({ reason: 'damaged' });
  });
});

describe('drawing a PDF', () => {
  it('all pages are measured, and a page is drawn by its number', async () => {
    const file = await realLife('linearized.pdf');
    expect(await measureDocument(file, pdf)).toEqual({
      sizes: [1, 2, 3].map(() => ({ width: 595, height: 842 })),
      pages: 3,
    });
    expect(await drawPage(file, pdf, 2, box)).toMatchObject({ width: 282, height: 400 });
    await expect(drawPage(file, pdf, 3, box)).rejects.toMatchObject({ reason: 'no_page' });
    const withBlackPage = await writtenPdf((document) => {
      document.addPage().drawRectangle({ width: 600, height: 900 });
      document.addPage();
    });
    for (const [page, colour] of [255, 0, 255].entries())
      expect((await colours(withBlackPage, pdf, page))(0.5, 0.5)).toEqual([colour, colour, colour]);
  });

  it.each(['filled-form.pdf', 'form-without-pictures.pdf'])(
    'the value of a form field is drawn on the page in %s',
    async (name) => {
      const {
        jpeg: page,
        width,
        height,
      } = await drawPage(await realLife(name), pdf, 0, {
        width: 595,
        height: 842,
      });
      const { data } = decode(page, { useTArray: true });
      // The field is 112 to 142 points below the top and 50 to 350 points from the left.
      const dark = Array.from({ length: 30 * 80 }, (_, index) => {
        const [x, y] = [52 + (index % 80), 112 + Math.floor(index / 80)];
        return data[(Math.floor((y / 842) * height) * width + x) * 4] ?? 255;
      }).filter((value) => value < 128);
      expect(dark.length).toBeGreaterThan(20);
    },
  );

  it('a PDF with a password, or without a page, cannot be measured', async () => {
    for (const file of [await realLife('user-password.pdf'), hostilePdfs.withoutPages])
      await expect(measureDocument(file, pdf)).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('a page of an impossible size is drawn within the limits', async () => {
    const { width, height } = await drawPage(hostilePdfs.hugePage, pdf, 0, { width: 2_048, height: 100_000 });
    expect(width * height).toBeLessThanOrEqual(MAX_PIXELS);
  });
});

it('a page fits into its box and the pixel limit, and is at least one pixel wide and high', () => {
  expect(fitInto({ width: 595, height: 842 }, { width: 960, height: 100_000 })).toEqual({
    width: 960,
    height: 1358,
  });
  const { width, height } = fitInto({ width: 1, height: 1 }, { width: 50_000, height: 50_000 });
  expect(width * height).toBeLessThanOrEqual(MAX_PIXELS);
  expect(fitInto({ width: 10_000_000, height: 0.1 }, { width: 960, height: 100 })).toEqual({
    width: 960,
    height: 1,
  });
});

describe('the colours of a PNG', () => {
  const profile = Buffer.from(profileWithCanary());
  /** Returns a colour profile in which red and green are exchanged. */
  const exchanged = () => {
    const bytes = Buffer.from(profile);
    const [red, green] = [bytes.indexOf('rXYZ'), bytes.indexOf('gXYZ')];
    bytes.write('gXYZ', red, 'latin1');
    bytes.write('rXYZ', green, 'latin1');
    return bytes;
  };
  /** A red picture of 8 × 8 pixels with these colour profiles. */
  const redPng = (profiles: Buffer[]) => {
    const picture = new PNG({ width: 8, height: 8 });
    for (let at = 0; at < picture.data.length; at += 4) picture.data.set([255, 0, 0, 255], at);
    const file = PNG.sync.write(picture);
    const chunks = profiles.map((one) =>
      makeChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(one)])),
    );
    return Buffer.concat([file.subarray(0, HEADER_END), ...chunks, file.subarray(HEADER_END)]);
  };
  const drawn = async (...profiles: Buffer[]) => (await colours(redPng(profiles), png))(0.5, 0.5);
  const isGreen = ([red = 0, green = 0]: number[]) => green > 150 && red < 150;

  it('a PNG is drawn with the colours of its profile', async () => {
    expect(isRed(await drawn())).toBe(true);
    expect(isRed(await drawn(profile))).toBe(true);
    expect(isGreen(await drawn(exchanged()))).toBe(true);
  });

  it.each([
    ['greyscale', 'GRAY'],
    ['CMYK', 'CMYK'],
  ])('a %s profile is ignored', async (_what, space) => {
    const other = exchanged();
    other.write(space, 16, 'latin1');
    expect(isRed(await drawn(other))).toBe(true);
  });

  it('a damaged profile is ignored', async () => {
    expect(isRed(await drawn(exchanged().subarray(0, 60)))).toBe(true);
  });
});
