import type { Logger } from '@caredrop/service-kit';
import type { DocumentMetrics } from '../metrics.js';
import { inspectorCommand, probeConfinement, type Confinement, type InspectorLimits } from './confinement.js';
import { FairQueue, type Share } from '../concurrency/fair-queue.js';
import type { Exchange } from './exchange.js';
import { InspectorEnded, type Inspection, type InspectionJob } from './inspection.js';
import { InspectionExchange } from './inspection-exchange.js';
import { InspectorProcess, type ProcessLimits } from './inspector-process.js';

export interface PoolOptions extends InspectorLimits, ProcessLimits {
  processes: number;
  /** A process is replaced after this many files. */
  filesEach: number;
}

/**
 * Source of a file, for fair queueing: for an upload, `owner` is a clinician and `member` a link (for a repeated one,
 * both are the link); for a stored document, they are its reader and the document.
 */
export type Whose = Share;

/**
 * No inspector could handle the file, for reasons other than the file: none could be started or kept, too many drawings
 * are waiting, or the pool is closed. The call may be repeated.
 */
export class InspectorsUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('no inspector process could inspect the file', options);
    this.name = 'InspectorsUnavailable';
  }
}

interface Waiting extends Share {
  start(): void;
  reject(error: Error): void;
}

/**
 * Delay before replacing a process that exited before receiving a file, so that a broken installation does not
 * restart in a loop.
 */
const RESTART_MS = 1_000;
/** Maximum number of stored documents waiting to be drawn. */
const MAX_DRAWINGS = 500;
/** Attempts for one file if its inspectors are killed from outside. */
const TRIES = 2;

/**
 * Inspects uploads and draws stored documents in separate processes without keys and, where the kernel allows it,
 * without network (docs/adr/0019). A process that takes too long, grows too large or breaks is killed and replaced.
 * Waiting files are served round robin by owner and link. If there are several processes, the uploads of one owner
 * never hold all of them.
 */
export class InspectorPool {
  private readonly idle: InspectorProcess[] = [];
  private readonly all = new Set<InspectorProcess>();
  private readonly queue = new FairQueue<Waiting>();
  /** Stored documents waiting to be drawn, by reader and document. */
  private readonly drawings = new FairQueue<Waiting>();
  /** Number of processes that hold an upload, by owner. */
  private readonly busyOf = new Map<string, number>();
  /** Number of processes that are drawing. */
  private drawing = 0;
  private restarting: NodeJS.Timeout | undefined;
  private command: string[] = [];
  private closed = false;

  constructor(
    private readonly options: PoolOptions,
    private readonly metrics: DocumentMetrics,
    private readonly logger: Logger,
  ) {}

  /** Starts all processes, so that no patient waits for one. */
  async start(confinement?: Confinement): Promise<void> {
    const found = confinement ?? (await probeConfinement());
    if (!found.withoutNetwork || !found.limited)
      this.logger.warn(
        { withoutNetwork: found.withoutNetwork, limited: found.limited },
        'inspector processes run without full kernel confinement: docs/adr/0019',
      );
    this.startWith(inspectorCommand(found, this.options));
  }

  /** Like {@link start}, but runs any program instead of the inspector. */
  startWith(command: string[]): void {
    this.command = command;
    this.fill();
  }

  get pids(): number[] {
    return [...this.all].flatMap(({ pid }) => pid ?? []);
  }

  get waiting(): number {
    return this.queue.size;
  }

  /**
   * Throws {@link InspectorsUnavailable}, or the signal's reason when the signal aborts while the file is
   * waiting.
   */
  async inspect(job: InspectionJob, whose: Whose, signal?: AbortSignal): Promise<Inspection> {
    const enter = () => this.metrics.timedInspectorWait(() => this.enter(this.queue, whose, signal));
    try {
      return await this.attempt(enter, () => this.run(new InspectionExchange(job)));
    } catch (error) {
      if (error instanceof InspectorEnded) return unfinished(error);
      throw error;
    }
  }

  /**
   * Draws or measures a stored document when no waiting upload can be served. `exchange` reads the document once an
   * inspector is available, so that waiting takes no memory. Throws {@link InspectorEnded} when the document
   * exceeds a limit or breaks its inspector, {@link InspectorsUnavailable}, or what `exchange` throws.
   */
  draw<R>(exchange: () => Promise<Exchange<R>>, whose: Whose): Promise<R> {
    if (this.drawings.size >= MAX_DRAWINGS) return Promise.reject(new InspectorsUnavailable());
    const enter = () => this.enter(this.drawings, whose);
    return this.attempt(enter, async () => this.run(await exchange()));
  }

  /** Repeats `work` when its inspector was killed from outside. */
  private async attempt<R>(enter: () => Promise<() => void>, work: () => Promise<R>): Promise<R> {
    for (let tried = 1; ; tried += 1) {
      const leave = await enter();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof InspectorEnded) || error.reason !== 'outside') throw error;
        if (tried === TRIES) throw new InspectorsUnavailable({ cause: error });
      } finally {
        leave();
      }
    }
  }

  /** Rejects waiting files, lets each process exit after its current file, and waits for that. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.restarting);
    for (const queue of [this.queue, this.drawings])
      for (let next = queue.take(); next; next = queue.take()) next.reject(new InspectorsUnavailable());
    for (const inspector of this.all) inspector.close();
    await Promise.all([...this.all].map(({ gone }) => gone));
  }

  private async run<R>(exchange: Exchange<R>): Promise<R> {
    const inspector = this.takeIdle() ?? this.add();
    try {
      const result = await inspector.run(exchange);
      if (inspector.used < this.options.filesEach) this.idle.push(inspector);
      else inspector.close();
      return result;
    } catch (error) {
      if (error instanceof InspectorEnded) this.note(error);
      inspector.kill();
      throw error;
    } finally {
      this.fill();
    }
  }

  private note(error: InspectorEnded): void {
    this.metrics.inspectorsEnded.inc({ reason: error.reason });
    this.logger.warn({ reason: error.reason, cause: error.cause }, 'an inspector process was replaced');
  }

  private takeIdle(): InspectorProcess | undefined {
    let inspector = this.idle.shift();
    while (inspector && !inspector.alive) inspector = this.idle.shift();
    return inspector;
  }

  private fill(): void {
    if (this.closed || this.restarting) return;
    while (this.all.size < this.options.processes) this.idle.push(this.add());
  }

  private add(): InspectorProcess {
    const inspector = new InspectorProcess(this.command, this.options);
    this.all.add(inspector);
    void inspector.gone.then(() => this.onGone(inspector));
    return inspector;
  }

  private onGone(inspector: InspectorProcess): void {
    this.all.delete(inspector);
    if (inspector.used > 0) return this.fill();
    if (this.closed || this.restarting) return;
    this.logger.warn('an inspector process exited before receiving a file');
    this.restarting = setTimeout(() => {
      this.restarting = undefined;
      this.fill();
    }, RESTART_MS);
  }

  private enter(queue: FairQueue<Waiting>, whose: Whose, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const abort = () => {
        if (queue.delete(waiting)) reject(signal?.reason as Error);
      };
      const waiting: Waiting = {
        ...whose,
        start: () => {
          signal?.removeEventListener('abort', abort);
          resolve(queue === this.queue ? this.occupy(whose.owner) : this.occupyDrawing());
        },
        reject,
      };
      if (this.closed) return reject(new InspectorsUnavailable());
      signal?.addEventListener('abort', abort, { once: true });
      queue.add(waiting);
      this.serve();
    });
  }

  private occupy(owner: string): () => void {
    this.busyOf.set(owner, this.heldBy(owner) + 1);
    return () => {
      const held = this.heldBy(owner) - 1;
      if (held > 0) this.busyOf.set(owner, held);
      else this.busyOf.delete(owner);
      this.serve();
    };
  }

  private occupyDrawing(): () => void {
    this.drawing += 1;
    return () => {
      this.drawing -= 1;
      this.serve();
    };
  }

  /**
   * Serves uploads first. If there are several processes, neither drawings nor the uploads of one owner ever
   * occupy all of them.
   */
  private serve(): void {
    const { processes } = this.options;
    const maxOfOne = Math.max(1, processes - 1);
    const busy = [...this.busyOf.values()].reduce((sum, held) => sum + held, this.drawing);
    for (let free = processes - busy; free > 0; free -= 1) {
      const upload = this.queue.take(({ owner }) => this.heldBy(owner) < maxOfOne);
      if (upload) upload.start();
      else if (this.drawing < maxOfOne) this.drawings.take()?.start();
    }
  }

  private heldBy(owner: string): number {
    return this.busyOf.get(owner) ?? 0;
  }
}

function unfinished({ opened }: InspectorEnded): Inspection {
  if (!opened) return { outcome: 'unfinished' };
  const { step: _step, ...facts } = opened;
  return { outcome: 'unfinished', ...facts };
}
