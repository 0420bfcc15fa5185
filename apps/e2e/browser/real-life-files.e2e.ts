import type { Document } from '@caredrop/contracts';
import { eventually } from '@caredrop/testing';
import { realLifeFiles, type Corner, type RealLifeFile } from '@caredrop/testing/real-life';
import { patientSentence } from '../support/patient-sentence.js';
import type { Page } from '@playwright/test';
import { UploadPage } from '../pages/index.js';
import type { ApiClient } from '../support/api.js';
import { aReference } from '../support/make.js';
import { pdfPictures } from '../support/pdf-pictures.js';
import { button, sentence } from '../support/screen.js';
import { expect, once, test } from '../support/test.js';

/** A picture as decoded by a browser. */
interface Shown {
  width: number;
  height: number;
  corner: Corner | 'none';
}

const lookAt = (page: Page, picture: Buffer): Promise<Shown> =>
  page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const isDark = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[1]! < 128;
    const edge = Math.round(Math.min(width, height) / 20);
    const corners = {
      'top left': isDark(edge, edge),
      'top right': isDark(width - edge, edge),
      'bottom right': isDark(width - edge, height - edge),
      'bottom left': isDark(edge, height - edge),
    };
    const corner = (Object.keys(corners) as Corner[]).find((one) => corners[one]) ?? 'none';
    return { width, height, corner };
  }, picture.toString('base64'));

const limit = 5 * 1024 * 1024;
const picturesNote =
  'The pages of the PDF are sent as pictures. Please check that nothing is missing on them.';

/** A patient's page, which opens one link after another, and the clinic that receives the documents. */
class Patient {
  private link: { id: string; token: string } | null = null;

  constructor(
    private readonly page: Page,
    private readonly api: ApiClient,
  ) {}

  /** Chooses the file, on the open form if its link is still unused. */
  async choose({ name, type, bytes }: RealLifeFile): Promise<Buffer> {
    const uploadPage = new UploadPage(this.page);
    if (!this.link) {
      this.link = await this.api.createToken(aReference());
      await uploadPage.open(this.link.token);
      await uploadPage.file.waitFor({ state: 'attached' });
    }
    const content = await bytes();
    await uploadPage.choose(name, type, content);
    await expect(this.page.locator('.file-name')).toHaveText(nameAsShown(name));
    await expect(this.page.getByText('Looking at the file...')).toHaveCount(0);
    return content;
  }

  /** Sends the chosen file; returns the document that the clinic received. */
  async send(): Promise<{ document: Document; content: Buffer }> {
    await new UploadPage(this.page).submit.click();
    await expect(this.page.getByRole('heading', { name: 'Upload Successful' })).toBeVisible();
    const { id } = this.link!;
    this.link = null;
    const document = await eventually(async () => {
      const [found] = (await this.api.token(id)).uploads;
      if (!found?.file_url) throw new Error('the document has not arrived');
      return found;
    });
    const response = await fetch(document.file_url!);
    return { document, content: Buffer.from(await response.arrayBuffer()) };
  }

  async comesToItsEnd(one: RealLifeFile): Promise<void> {
    const { page } = this;
    const chosen = await this.choose(one);
    const { end } = one;
    const note = page.locator('#document-problem');
    switch (end.kind) {
      case 'refused':
        await expect(note).toContainText(patientSentence(end.code));
        await expect(note).toContainText(end.says);
        await expect(note.getByRole('button')).toHaveCount(0);
        return;
      case 'warned':
        await expect(note).toContainText(end.says);
        await new UploadPage(page).submit.click();
        return expect(sentence(page, patientSentence(end.code))).toBeVisible();
      case 'pictures': {
        await expect(note).toContainText(end.says);
        if (end.code !== 'file_too_large') await new UploadPage(page).submit.click();
        await expect(note.getByText(patientSentence(end.code))).toBeVisible();
        await new UploadPage(page).sendAsPictures.click();
        await expect(page.getByRole('heading', { name: /^\d+ pages?$/ })).toBeVisible();
        await expect(sentence(page, picturesNote)).toBeVisible();
        const { document, content } = await this.send();
        expect(content.length).toBeLessThan(limit);
        expect(document.file_type).toBe(end.pages > 1 ? 'application/pdf' : 'image/jpeg');
        const pictures = end.pages > 1 ? pdfPictures(content) : [content];
        expect(pictures).toHaveLength(end.pages);
        return;
      }
      case 'refused by the service':
        await expect(note).toHaveText('');
        await new UploadPage(page).submit.click();
        return expect(sentence(page, patientSentence(end.code))).toBeVisible();
      case 'converted': {
        await button(page, end.button).click({ timeout: 20_000 });
        const { document, content } = await this.send();
        expect(document.file_type).toBe(end.type);
        const pictures = end.pages ? pdfPictures(content) : [content];
        expect(pictures).toHaveLength(end.pages ?? 1);
        const { width, height, corner } = await lookAt(page, pictures[0]!);
        if (end.leastShortEdge) expect(Math.min(width, height)).toBeGreaterThanOrEqual(end.leastShortEdge);
        else expect(corner).toBe('top left');
        return;
      }
      case 'sent': {
        await expect(note).toHaveText('');
        const { document, content } = await this.send();
        expect(document.file_type).toBe(end.type);
        if (end.name) expect(document.file_name).toBe(end.name);
        if (end.type === 'application/pdf') return expect(content.equals(chosen)).toBe(true);
        const { corner } = await lookAt(page, content);
        if (end.corner) expect(corner).toBe(end.corner);
      }
    }
  }
}

/** The name that the page shows: a wrong extension is corrected to match the bytes. */
const nameAsShown = (name: string) => {
  const known = realLifeFiles.find((one) => one.name === name);
  return known?.end.kind === 'sent' && known.end.name && known.name.includes('.') ? known.end.name : name;
};

/** The title of the test for each outcome. */
const ends: Record<RealLifeFile['end']['kind'], string> = {
  sent: 'photos arrive upright and PDFs unchanged, under the name that fits their type',
  converted: 'a picture that cannot be sent unchanged is converted before it is sent',
  pictures: 'a PDF that cannot be sent arrives as pictures of its pages',
  warned: 'a PDF that will be refused shows a warning first',
  refused: 'any other file is refused with advice when it is chosen',
  'refused by the service': 'a truncated picture is refused by the service with advice',
};

/** Two pages at once: one works while the other waits for its upload to be inspected. */
const patients = 2;
/** Time for one file on a busy machine, ms: converting 48 megapixels takes the longest. */
const allowance = 15_000;

for (const [kind, title] of Object.entries(ends))
  test(title, once, async ({ context, people }) => {
    const waiting = realLifeFiles.filter(({ end }) => end.kind === kind);
    test.setTimeout(60_000 + waiting.length * allowance);
    const api = await people.get('user');
    const failures: string[] = [];
    const work = async () => {
      const page = await context.newPage();
      let patient = new Patient(page, api);
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        await patient.comesToItsEnd(one).catch((error: unknown) => {
          failures.push(`${one.name}: ${String(error)}`);
          patient = new Patient(page, api);
        });
      }
    };
    await Promise.all(Array.from({ length: patients }, work));
    expect(failures).toEqual([]);
  });
