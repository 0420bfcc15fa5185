import type { Page } from '@playwright/test';

/** Replaces the camera with Chromium's own moving picture, permitted without a prompt. */
export const fakeCamera = ['--use-fake-device-for-media-stream=fps=5', '--use-fake-ui-for-media-stream'];

/** What the camera captures: a numbered printed page, or the same in the dark or out of focus. */
export type Subject = 'print' | 'dark' | 'blurred';

/**
 * Puts numbered A4 pages in front of the camera: each photo captures the next, with as many bars as its
 * number and a red corner at the top left. The stream is Chromium's own. Numbering continues from `shown`.
 */
export async function showPages(page: Page, shown = 0, subjects: Subject[] = []): Promise<void> {
  await page.addInitScript(
    ({ shown, subjects }) => {
      let number = shown;
      const { prototype } = (window as unknown as { ImageCapture: { prototype: { takePhoto: unknown } } })
        .ImageCapture;
      prototype.takePhoto = async () => {
        const subject = subjects[number - shown] ?? 'print';
        number += 1;
        const canvas = Object.assign(document.createElement('canvas'), { width: 1240, height: 1754 });
        const context = canvas.getContext('2d', { willReadFrequently: true })!;
        context.fillStyle = subject === 'dark' ? '#222' : '#fff';
        context.fillRect(0, 0, 1240, 1754);
        context.fillStyle = subject === 'dark' ? '#000' : '#111';
        if (subject !== 'blurred')
          for (let line = 600; line < 1700; line += 40)
            for (let letter = 100; letter < 1140; letter += 22)
              context.fillRect(letter, line, 8 + ((letter * line) % 9), 22);
        for (let bar = 0; bar < number; bar += 1) context.fillRect(60 + bar * 56, 300, 28, 200);
        context.fillStyle = '#e00';
        context.fillRect(0, 0, 160, 160);
        // Not toBlob: it waits for an idle moment, and the page takes a video frame instead after four seconds.
        const jpeg = atob(canvas.toDataURL('image/jpeg', 0.92).split(',')[1]!);
        return new Blob([Uint8Array.from(jpeg, (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' });
      };
    },
    { shown, subjects },
  );
}

/** A page of `showPages` as seen in a picture: its number, and where its red corner is. */
export interface SeenPage {
  number: number;
  corner: 'top left' | 'top right' | 'bottom right' | 'bottom left';
}

/**
 * Decodes pictures in the browser and reads the pages that `showPages` painted; the number of a page on its side
 * means nothing.
 */
export const readPages = (page: Page, pictures: Buffer[]): Promise<SeenPage[]> =>
  page.evaluate(
    async (encoded) => {
      const read = async (picture: string) => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const { width, height } = bitmap;
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const at = (x: number, y: number) => context.getImageData(x, y, 1, 1).data;
        const isRed = (x: number, y: number) => at(x, y)[0]! > 150 && at(x, y)[1]! < 90;
        const edge = Math.round(Math.max(width, height) / 40);
        const corners = {
          'top left': isRed(edge, edge),
          'top right': isRed(width - edge, edge),
          'bottom right': isRed(width - edge, height - edge),
          'bottom left': isRed(edge, height - edge),
        };
        const row = Math.round((400 / 1754) * height);
        let [number, wasDark] = [0, false];
        for (let x = 0; x < width; x += 1) {
          const isDark = at(x, row)[0]! < 128;
          if (isDark && !wasDark) number += 1;
          wasDark = isDark;
        }
        const corner = Object.entries(corners).find(([, red]) => red)?.[0] ?? 'none';
        return { number, corner };
      };
      const seen = [];
      for (const picture of encoded) seen.push(await read(picture));
      return seen;
    },
    pictures.map((picture) => picture.toString('base64')),
  ) as Promise<SeenPage[]>;

/** The next photo of `showPages` as a file, with its pixels rotated a quarter turn to the left if `turned`. */
export async function nextPhoto(page: Page, { turned = false } = {}): Promise<Buffer> {
  const encoded = await page.evaluate(async (turned) => {
    const { prototype } = (
      window as unknown as { ImageCapture: { prototype: { takePhoto: () => Promise<Blob> } } }
    ).ImageCapture;
    const bitmap = await createImageBitmap(await prototype.takePhoto());
    const { width, height } = bitmap;
    const size = turned ? { width: height, height: width } : { width, height };
    const canvas = Object.assign(document.createElement('canvas'), size);
    const context = canvas.getContext('2d')!;
    if (turned) {
      context.translate(0, width);
      context.rotate(-Math.PI / 2);
    }
    context.drawImage(bitmap, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.92).split(',')[1]!;
  }, turned);
  return Buffer.from(encoded, 'base64');
}
