import { pageWidths, type AcceptedType } from '@caredrop/contracts';
import { appError } from '@caredrop/service-kit';
import { Injectable } from '@nestjs/common';
import { MAX_PAGES, type PageSize } from '../drawing/page-size.js';
import {
  DrawExchange,
  MeasureExchange,
  type DrawingResult,
  type Measurement,
} from '../inspector/drawing-exchange.js';
import type { Exchange } from '../inspector/exchange.js';
import { InspectorEnded } from '../inspector/inspection.js';
import { InspectorPool, InspectorsUnavailable } from '../inspector/inspector-pool.js';
import { DocumentMetrics } from '../metrics.js';
import type { OpenedFile } from './file-access.js';
import { PageCache } from './page-cache.js';
import { ReadDocument } from './read-document.js';

/**
 * Space for about 200 pages or several thousand thumbnails, kept for about as long as a reader spends on a
 * document.
 */
const cacheOptions = { maxBytes: 32 * 1024 * 1024, lifetimeMs: 10 * 60_000 };
/** High enough that only the number of pixels limits how tall a page is drawn. */
const ANY_HEIGHT = 100_000;
/** More than twice the size shown in lists, for dense screens. Text on the page is not legible. */
const thumbnail: PageSize = { width: 96, height: 96 };

type ExchangeOf<R> = (file: Buffer, type: AcceptedType) => Exchange<DrawingResult<R>>;

/**
 * Safe copies: pages of a document as pixels, drawn by an inspector process when they are first requested
 * (docs/adr/0048). They are never stored. Each call throws 422 for a document that cannot be drawn, 404 for a
 * page after its last one or after the first {@link MAX_PAGES}, 503 when too many requests are waiting or no
 * inspector can be used, and otherwise throws like {@link ReadDocument}.
 */
@Injectable()
export class SafeCopies {
  private readonly cache = new PageCache(cacheOptions);

  constructor(
    private readonly inspectors: InspectorPool,
    private readonly readDocument: ReadDocument,
    private readonly metrics: DocumentMetrics,
  ) {}

  measure(file: OpenedFile): Promise<Measurement> {
    return this.draw(file, nameOf(file, 'sizes'), (bytes, type) => new MeasureExchange(bytes, type));
  }

  /** A JPEG at least as wide as requested, within the limits. `index` starts at 0. */
  async page(file: OpenedFile, index: number, width: number): Promise<Buffer> {
    if (index >= MAX_PAGES) throw appError('not_found');
    const box = {
      width: pageWidths.find((step) => step >= width) ?? Math.max(...pageWidths),
      height: ANY_HEIGHT,
    };
    return this.cached(file, index, box);
  }

  thumbnail(file: OpenedFile): Promise<Buffer> {
    return this.cached(file, 0, thumbnail);
  }

  private async cached(file: OpenedFile, index: number, box: PageSize): Promise<Buffer> {
    const name = nameOf(file, `${index} ${box.width}`);
    const known = this.cache.get(name);
    if (known && known !== 'undrawable') return known;
    const page = await this.draw(file, name, (bytes, type) => new DrawExchange(bytes, type, index, box));
    this.cache.add(name, page);
    return page;
  }

  /**
   * Remembers the pages and widths that could not be drawn, and the documents that could not be measured, so that
   * repeated requests do not crash one inspector after another.
   */
  private async draw<R>(file: OpenedFile, name: string, exchangeOf: ExchangeOf<R>): Promise<R> {
    if (this.cache.get(name) === 'undrawable') throw appError('document_not_drawable');
    const drawn = await this.request(file, exchangeOf);
    this.metrics.drawings.inc({ result: drawn.outcome === 'drawn' ? drawn.outcome : drawn.reason });
    if (drawn.outcome === 'drawn') return drawn.result;
    if (drawn.reason === 'no_page') throw appError('not_found');
    this.cache.add(name, 'undrawable');
    throw appError('document_not_drawable');
  }

  private async request<R>({ document, reader }: OpenedFile, exchangeOf: ExchangeOf<R>) {
    const type = document.fileType as AcceptedType;
    const read = async () => exchangeOf(await this.readDocument.execute(document), type);
    try {
      return await this.inspectors.draw(read, { owner: reader.id, member: document.id });
    } catch (error) {
      if (error instanceof InspectorEnded) return { outcome: 'ended', reason: error.reason } as const;
      if (!(error instanceof InspectorsUnavailable)) throw error;
      this.metrics.drawings.inc({ result: 'unavailable' });
      throw Object.assign(appError('service_unavailable'), { cause: error });
    }
  }
}

const nameOf = ({ document }: OpenedFile, part: string) => `${document.id} ${part}`;
