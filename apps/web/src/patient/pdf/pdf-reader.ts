import './response-bytes.js';
import {
  getDocument,
  PasswordException,
  PDFWorker,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { turnedCanvas } from '../file/canvas.js';
import { drawMissingValues, type FormField } from './missing-values.js';
import { sheetsOf, type Sheet } from './sheets.js';

/** Larger files may not fit into a phone's memory. Bytes. */
const maxBytes = 100_000_000;
/** A step that takes longer is assumed to hang on a damaged file. */
const timeoutMs = 60_000;

/** Where `vite/pdf-data.ts` puts the fonts, character maps and decoders that few PDFs need. */
const data = new URL(`/assets/pdfjs-${version}/`, window.location.origin).href;

/** An opened PDF. Its pages are drawn one at a time, because each picture takes about 15 MB of memory. */
export interface PdfReader {
  pages: number;
  /** The pictures of all pages, in order. Only their sizes are read. */
  sheets: () => Promise<PdfSheet[]>;
  /** Draws a picture, with the values of its form fields. The caller frees the canvas. */
  draw: (sheet: PdfSheet) => Promise<HTMLCanvasElement>;
  close: () => void;
}

export interface PdfSheet extends Sheet {
  /** From 1. */
  page: number;
}

/** Thrown for a PDF that asks for a password. */
export class PasswordNeeded extends Error {}

/**
 * Opens a PDF. Rejects when it is damaged, too large, protected by a password, or a pure XFA form, which only Adobe's
 * programs can show.
 */
export async function openPdf(file: Blob): Promise<PdfReader> {
  if (file.size > maxBytes) throw new Error('This PDF is too large to be opened here.');
  const port = new Worker(new URL('./render.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    port.onerror = (event) => reject(new Error(event.message || 'The PDF renderer cannot be loaded.'));
  });
  const settle = <Result>(work: Promise<Result>) => Promise.race([work, failed, tooLong()]);
  try {
    const document = await settle(open(port, new Uint8Array(await file.arrayBuffer())));
    await settle(rejectEmptyForm(document));
    return {
      pages: document.numPages,
      sheets: () => settle(allSheets(document)),
      draw: (sheet) => settle(draw(document, sheet)),
      // Also removes the fonts of the file from the page.
      close: () => void document.loadingTask.destroy().finally(() => port.terminate()),
    };
  } catch (error) {
    port.terminate();
    throw error instanceof PasswordException ? new PasswordNeeded() : error;
  }
}

/** Scripts in the file do not run: this version of pdf.js compiles no code, and its scripting module is not loaded. */
const open = (port: Worker, bytes: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({
    data: bytes,
    worker: PDFWorker.create({ port }),
    verbosity: 0,
    cMapUrl: `${data}cmaps/`,
    standardFontDataUrl: `${data}standard_fonts/`,
    wasmUrl: `${data}wasm/`,
    iccUrl: `${data}iccs/`,
    // Fail rather than send a page with a part missing.
    stopAtErrors: true,
  }).promise;

/**
 * Rejects a pure XFA form: its one page merely says that another program is needed. An XFA form that also has ordinary
 * fields can be drawn.
 */
async function rejectEmptyForm(document: PDFDocumentProxy): Promise<void> {
  const { info } = await document.getMetadata();
  if (!(info as { IsXFAPresent?: boolean }).IsXFAPresent) return;
  for (let number = 1; number <= document.numPages; number += 1) {
    const annotations = await (await document.getPage(number)).getAnnotations();
    if (annotations.some(({ subtype }: { subtype: string }) => subtype === 'Widget')) return;
  }
  throw new Error('Only the program this form was made for can show it.');
}

async function allSheets(document: PDFDocumentProxy): Promise<PdfSheet[]> {
  const sheets: PdfSheet[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { width, height } = (await document.getPage(page)).getViewport({ scale: 1 });
    sheets.push(...sheetsOf(width, height).map((sheet) => ({ ...sheet, page })));
  }
  return sheets;
}

async function draw(document: PDFDocumentProxy, sheet: PdfSheet): Promise<HTMLCanvasElement> {
  const page = await document.getPage(sheet.page);
  const canvas = turnedCanvas(sheet, 0, () => undefined);
  const viewport = page.getViewport({ scale: sheet.scale, offsetY: -sheet.top });
  await page.render({ canvas, viewport }).promise;
  const fields = (await page.getAnnotations()) as FormField[];
  drawMissingValues(canvas.getContext('2d')!, fields, viewport.transform, sheet.scale);
  page.cleanup();
  return canvas;
}

const tooLong = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('Drawing this PDF took too long.')), timeoutMs),
  );
