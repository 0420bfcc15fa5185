import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A document that a patient sends in the demo. */
interface DemoDocument {
  /** The file in `documents/` and the name under which it is sent. */
  name: string;
  comment?: string;
}

/** Documents that the demo's patients sent, newest first. Everything in the files is fictional. */
export const demoDocuments: DemoDocument[] = [
  { name: 'IMG_2207.jpg', comment: 'Letter from my GP, sorry for the shadow.' },
  { name: 'blood-test-results.pdf' },
  { name: 'prescription.jpg', comment: 'These are all the tablets I take.' },
  { name: 'ecg-12-november.png', comment: 'The nurse gave me this file.' },
  { name: 'discharge-summary.pdf' },
  { name: 'insurance card.jpg' },
  { name: 'IMG_2214.jpg', comment: 'One week, morning and evening, as you asked.' },
  { name: 'Chest X-ray report.pdf' },
  { name: 'Screenshot_20261114.png' },
  { name: 'vaccination-card.jpg', comment: 'Is the tetanus one still good?' },
  { name: 'consent-signed.pdf', comment: 'Signed.' },
  { name: 'fit-note.png' },
  { name: 'both letters.pdf', comment: 'Two letters in one file.' },
];

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
};

/** The document as a browser sends it. */
export function readDemoDocument({ name }: DemoDocument): Blob {
  const bytes = readFileSync(path.join(import.meta.dirname, 'documents', name));
  return new Blob([bytes], { type: types[path.extname(name)] });
}
