import { drawCard } from './draw-card.ts';
import { drawEcg } from './draw-ecg.ts';
import { drawSheet } from './draw-sheet.ts';
import { pdfSheets } from './pdf-sheet.ts';
import { photograph } from './photograph.ts';
import * as sheets from './sheets.ts';

/** A document a patient sends in the demo. */
export interface DemoDocument {
  name: string;
  type: 'image/jpeg' | 'image/png' | 'application/pdf';
  comment?: string;
  /** Created when it is sent: a dozen pictures at once would take a lot of memory. */
  make: () => Buffer;
}

const jpeg = (name: string, make: () => Buffer, comment?: string): DemoDocument => ({
  name,
  type: 'image/jpeg',
  comment,
  make,
});
const png = (name: string, make: () => Buffer, comment?: string): DemoDocument => ({
  name,
  type: 'image/png',
  comment,
  make,
});
const pdf = (name: string, make: () => Buffer, comment?: string): DemoDocument => ({
  name,
  type: 'application/pdf',
  comment,
  make,
});

/** What the demo's patients sent, newest first. */
export const demoDocuments: DemoDocument[] = [
  jpeg(
    'IMG_2207.jpg',
    () => photograph(drawSheet(sheets.referralLetter)),
    'Letter from my GP, sorry for the shadow.',
  ),
  pdf('blood-test-results.pdf', () => pdfSheets(sheets.bloodTest)),
  jpeg(
    'prescription.jpg',
    () => photograph(drawSheet(sheets.prescription, '#7a1f3d'), { angle: -0.04, table: '#5c6b73' }),
    'These are all the tablets I take.',
  ),
  png('ecg-12-november.png', () => drawEcg(), 'The nurse gave me this file.'),
  pdf('discharge-summary.pdf', () => pdfSheets(sheets.dischargeSummary)),
  jpeg('insurance card.jpg', () => photograph(drawCard(), { angle: 0.06, table: '#3f4a3c' })),
  jpeg(
    'IMG_2214.jpg',
    () => photograph(drawSheet(sheets.pressureDiary, '#444'), { angle: -0.02 }),
    'One week, morning and evening, as you asked.',
  ),
  pdf('Chest X-ray report.pdf', () => pdfSheets(sheets.xrayReport)),
  png('Screenshot_20261114.png', () => drawSheet(sheets.appointment, '#0b6b6b').toBuffer('image/png')),
  jpeg(
    'vaccination-card.jpg',
    () => photograph(drawSheet(sheets.vaccinations, '#2f5d34'), { angle: 0.02, table: '#a08c72' }),
    'Is the tetanus one still good?',
  ),
  pdf('consent-signed.pdf', () => pdfSheets(sheets.consentForm), 'Signed.'),
  png('fit-note.png', () => drawSheet(sheets.sickNote).toBuffer('image/png')),
  pdf(
    'both letters.pdf',
    () => pdfSheets(sheets.referralLetter, sheets.xrayReport),
    'Two letters in one file.',
  ),
];
