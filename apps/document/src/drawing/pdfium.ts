import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { compiledWasm } from './compiled-wasm.js';
import { MAX_SIDE, type PageSize } from './page-size.js';
import { Undrawable } from './undrawable.js';

/** Parts of the module whose types are in another package. */
interface Memory {
  HEAPU8: Uint8Array<ArrayBuffer>;
  wasmExports: { malloc(bytes: number): number };
}

/** PDFium's flags: RGBA instead of BGRA, and annotations. */
const RGBA_WITH_ANNOTATIONS = 0x10 | 0x01;
const WHITE = 0xff_ff_ff_ff;
const A4: PageSize = { width: 595, height: 842 };

/** Pixels in RGBA order. */
export interface Pixels extends PageSize {
  data: Uint8ClampedArray<ArrayBuffer>;
}

/**
 * One document in its own instance of PDFium, whose memory holds nothing of any other document and is dropped
 * as a whole. This build has no script engine.
 */
export class PdfiumDocument {
  private constructor(
    private readonly pdfium: WrappedPdfiumModule,
    private readonly document: number,
    private readonly form: number,
  ) {}

  /** Throws {@link Undrawable} for a file that PDFium cannot open, such as one with a password. */
  static async open(file: Uint8Array): Promise<PdfiumDocument> {
    const pdfium = await newPdfium();
    pdfium.PDFiumExt_Init();
    const { wasmExports } = memoryOf(pdfium);
    const at = wasmExports.malloc(file.length);
    memoryOf(pdfium).HEAPU8.set(file, at);
    const document = pdfium.FPDF_LoadMemDocument(at, file.length, '');
    if (document === 0) throw new Undrawable('damaged');
    const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
    return new PdfiumDocument(pdfium, document, form);
  }

  get pages(): number {
    return this.pdfium.FPDF_GetPageCount(this.document);
  }

  /**
   * Size of a page; `index` starts at 0. A page that cannot be read counts as A4, so that the others can be
   * shown.
   */
  sizeOf(index: number): PageSize {
    const { pdfium, document } = this;
    const at = memoryOf(pdfium).wasmExports.malloc(2 * Float32Array.BYTES_PER_ELEMENT);
    if (!pdfium.FPDF_GetPageSizeByIndexF(document, index, at)) return A4;
    const [width = 0, height = 0] = new Float32Array(memoryOf(pdfium).HEAPU8.buffer, at, 2);
    return isPossible(width) && isPossible(height) ? { width, height } : A4;
  }

  /**
   * Draws a page on white, with annotations and the values of form fields. Throws {@link Undrawable} if there
   * is no such page, or if it cannot be drawn.
   */
  draw(index: number, sizeFor: (page: PageSize) => PageSize): Pixels {
    const { pdfium, form } = this;
    const page = this.load(index);
    const { width, height } = sizeFor(this.sizeOf(index));
    pdfium.FORM_OnAfterLoadPage(page, form);
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
    if (bitmap === 0) throw new Undrawable('too_large');
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RGBA_WITH_ANNOTATIONS);
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, RGBA_WITH_ANNOTATIONS);
    const { buffer } = memoryOf(pdfium).HEAPU8;
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    return { width, height, data: new Uint8ClampedArray(buffer, at, width * height * 4) };
  }

  private load(index: number): number {
    if (index >= this.pages) throw new Undrawable('no_page');
    const page = this.pdfium.FPDF_LoadPage(this.document, index);
    if (page === 0) throw new Undrawable('damaged');
    return page;
  }
}

const isPossible = (side: number) => side > 0 && side <= MAX_SIDE;
const memoryOf = ({ pdfium }: WrappedPdfiumModule) => pdfium as unknown as Memory;

function newPdfium(): Promise<WrappedPdfiumModule> {
  const module = compiledWasm('@embedpdf/pdfium/pdfium.wasm');
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => {
    const instance = new WebAssembly.Instance(module, imports);
    done(instance, module);
    return instance.exports;
  };
  return init({ instantiateWasm });
}
