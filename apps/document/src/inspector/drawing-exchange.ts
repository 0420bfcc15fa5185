import type { AcceptedType } from '@caredrop/contracts';
import { z } from 'zod';
import { MAX_SIDE, MAX_PAGES, MAX_PIXELS, type PageSize } from '../drawing/page-size.js';
import { undrawableReasons, type UndrawableReason } from '../drawing/undrawable.js';
import { sniffType } from '../files/file-type.js';
import type { Exchange } from './exchange.js';
import type { Frame } from './frames.js';
import type { DrawingReply, DrawingRequest, Measured } from './protocol.js';
import { ImplausibleReply } from './reply-schema.js';

/**
 * Maximum size of a drawn page. Scanned pages are far smaller; noise of {@link MAX_PIXELS} takes up to 14 MiB, for
 * which an inspector needs more than the default INSPECTOR_MEMORY_MB.
 */
const JPEG_MAX = 16 * 1024 * 1024;

const side = (most: number) => z.number().positive().max(most);
const reply = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('measured'),
    sizes: z
      .array(z.strictObject({ width: side(MAX_SIDE), height: side(MAX_SIDE) }))
      .min(1)
      .max(MAX_PAGES),
    pages: z.int().min(1),
  }),
  z.strictObject({ step: z.literal('drawn'), width: side(MAX_PIXELS), height: side(MAX_PIXELS) }),
  z.strictObject({ step: z.literal('undrawable'), reason: z.enum(undrawableReasons) }),
]);

export type DrawingResult<R> =
  | { outcome: 'drawn'; result: R }
  | { outcome: 'undrawable'; reason: UndrawableReason };
export type Measurement = Pick<Measured, 'sizes' | 'pages'>;

/** A request about a stored document, whose reply is a single frame. */
abstract class DrawingExchange<R> implements Exchange<DrawingResult<R>> {
  abstract readonly request: DrawingRequest;

  constructor(readonly body: Buffer) {}

  abstract bufferFor(size: number): Buffer;

  onFrame({ message, bytes }: Frame): DrawingResult<R> {
    const read = reply.safeParse(message);
    if (!read.success) throw new ImplausibleReply('shape');
    if (read.data.step !== 'undrawable') return { outcome: 'drawn', result: this.accept(read.data, bytes) };
    return { outcome: 'undrawable', reason: read.data.reason };
  }

  protected abstract accept(response: DrawingReply, bytes: Buffer): R;
}

export class MeasureExchange extends DrawingExchange<Measurement> {
  readonly request: DrawingRequest;

  constructor(body: Buffer, type: AcceptedType) {
    super(body);
    this.request = { task: 'measure', type };
  }

  bufferFor(): Buffer {
    throw new ImplausibleReply('size');
  }

  protected accept(response: DrawingReply): Measurement {
    if (response.step !== 'measured') throw new ImplausibleReply('order');
    return { sizes: response.sizes, pages: response.pages };
  }
}

/**
 * Draws one page. The inspector is trusted to send a JPEG: only the first bytes and the length of its reply are
 * checked.
 */
export class DrawExchange extends DrawingExchange<Buffer> {
  readonly request: DrawingRequest;

  constructor(body: Buffer, type: AcceptedType, page: number, box: PageSize) {
    super(body);
    this.request = { task: 'draw', type, page, box };
  }

  bufferFor(size: number): Buffer {
    if (size > JPEG_MAX) throw new ImplausibleReply('size');
    return Buffer.allocUnsafe(size);
  }

  protected accept(response: DrawingReply, bytes: Buffer): Buffer {
    if (response.step !== 'drawn') throw new ImplausibleReply('order');
    if (sniffType(bytes) !== 'image/jpeg') throw new ImplausibleReply('type');
    return bytes;
  }
}
