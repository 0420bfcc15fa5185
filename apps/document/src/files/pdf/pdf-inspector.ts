import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { limits } from '@caredrop/contracts';
import type { Logger } from '@caredrop/service-kit';
import { Slots } from '../../uploads/slots.js';
import type { PdfFinding } from './inspect-pdf.js';
import type { InspectionRequest } from './inspect-pdf.worker.js';

/** Tests run from the sources; a thread needs what was built of them. */
const built = import.meta.url.endsWith('.ts') ? '../../../dist/files/pdf/' : './';
const code = new URL(`${built}inspect-pdf.worker.js`, import.meta.url);
/** Several times what one inspection can need, see `inspectPdf`: a heap that runs full would end the whole process. */
const HEAP_MB = 256;

export interface InspectorOptions {
  /** Threads, each with one file in it; others wait. */
  threads: number;
  /** How long one file may take, ms. */
  withinMs: number;
}

/**
 * Looks through PDFs in threads of their own: a hostile one costs this process neither its event loop nor more
 * than its thread. A thread that takes too long or breaks is ended, and its file counts as 'uncheckable'.
 */
export class PdfInspector {
  private readonly places: Slots;
  private readonly idle: Inspecting[] = [];

  constructor(
    private readonly options: InspectorOptions,
    private readonly logger: Logger,
  ) {
    this.places = new Slots({ inFlight: options.threads, waiting: Infinity, waitMs: 0x7fffffff });
  }

  /** Reads `file` once it is its turn: it must stay as it is until this resolves. */
  async run(file: Buffer): Promise<ReadonlySet<PdfFinding>> {
    const leave = await this.places.acquire();
    try {
      return await this.inspect(file);
    } finally {
      leave();
    }
  }

  /** One that broke while it had nothing to do is of no use. */
  private idleThread(): Inspecting | undefined {
    let thread = this.idle.pop();
    while (thread?.ended) thread = this.idle.pop();
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((thread) => thread.end()));
  }

  private async inspect(file: Buffer): Promise<ReadonlySet<PdfFinding>> {
    const thread = this.idleThread() ?? new Inspecting();
    try {
      const findings = await thread.run(file, this.options.withinMs);
      this.idle.push(thread);
      return findings;
    } catch (error) {
      this.logger.warn({ err: error }, 'a PDF could not be looked through: its thread was ended');
      await thread.end();
      return new Set(['uncheckable']);
    }
  }
}

/** One thread and the buffer that travels between it and us. */
class Inspecting {
  private readonly worker = new Worker(code, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  private room = new ArrayBuffer(limits.uploadBytes);
  ended = false;

  constructor() {
    this.worker.unref();
    const end = () => (this.ended = true);
    this.worker.on('error', end).on('exit', end);
  }

  /** Throws when it takes too long, or the thread fails. */
  async run(file: Buffer, withinMs: number): Promise<ReadonlySet<PdfFinding>> {
    new Uint8Array(this.room).set(file);
    const { room } = this;
    const done = new AbortController();
    try {
      const answer = once(this.worker, 'message', { signal: done.signal });
      this.worker.postMessage({ room, size: file.length } satisfies InspectionRequest, [room]);
      const [reply] = (await Promise.race([answer, tooLate(withinMs, done.signal)])) as [Reply];
      this.room = reply.room;
      return new Set(reply.findings);
    } finally {
      done.abort();
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}

interface Reply {
  room: ArrayBuffer;
  findings: PdfFinding[];
}

async function tooLate(withinMs: number, signal: AbortSignal): Promise<never> {
  await delay(withinMs, undefined, { signal });
  throw new Error(`not done within ${withinMs} ms`);
}
