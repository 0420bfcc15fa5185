import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { BODY_BYTES } from '../../files/body-size.js';
import { BufferPool } from '../../storage/buffer-pool.js';
import { AdmitUpload } from './admit-upload.js';
import { BodyWatch, type BodyLimits } from '../body-watch.js';
import type { IncomingUpload } from '../incoming-upload.js';
import { readUpload, type ReceivedBody } from '../read-upload.js';
import type { Place } from '../upload-places.js';
import type { UsedBuffer } from './inspect-file.js';

/** Reads a patient's body into one buffer, at no less than the required rate. */
@Injectable()
export class ReadBody {
  constructor(
    private readonly buffers: BufferPool,
    private readonly admission: AdmitUpload,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The caller releases the buffer once its content is no longer needed. Throws like {@link readUpload}. */
  async execute(
    { request, contentType }: IncomingUpload,
    place: Place,
    signal: AbortSignal,
  ): Promise<ReceivedBody> {
    const watch = (onSlow: (rejection: Error) => void) => {
      const watching = new BodyWatch(this.limits(), onSlow, expectedBytes(request));
      place.receive(watching);
      return watching;
    };
    try {
      return await readUpload(request, contentType, watch, this.buffers.take(), signal);
    } finally {
      place.receive(undefined);
    }
  }

  /** Returns buffers to the pool. Not called after a failure, because the buffers may still be in use. */
  release(buffers: UsedBuffer[]): void {
    for (const { buffer, used } of buffers) this.buffers.give(buffer, used);
  }

  private limits(): BodyLimits {
    const { config } = this;
    return {
      idleMs: config.BODY_IDLE_MS,
      totalMs: config.BODY_TOTAL_MS,
      minBytesPerSecond: config.BODY_MIN_BYTES_PER_SECOND,
      windowMs: config.BODY_RATE_WINDOW_MS,
      pressed: {
        minBytesPerSecond: config.BODY_PRESSED_BYTES_PER_SECOND,
        windowMs: config.BODY_PRESSED_WINDOW_MS,
        when: () => this.admission.waiting > 0,
      },
    };
  }
}

/** The declared size of the body, or the maximum size. */
function expectedBytes({ headers }: IncomingMessage): number {
  const declared = Number(headers['content-length']);
  return Number.isSafeInteger(declared) ? Math.min(declared, BODY_BYTES) : BODY_BYTES;
}
