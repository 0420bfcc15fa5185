import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { CIPHER_HEADER } from '../files/segments.js';
import { emptyEnvironment } from './confinement.js';
import { FrameReader, frameHead, type Frame } from './frames.js';
import { InspectorEnded, type EndReason, type Inspection, type InspectionJob } from './inspection.js';
import { isReady, type Inspected, type Opened } from './protocol.js';
import { processorMs, residentMb } from './process-usage.js';
import { checkStripped, completeStripped, ImplausibleReply, readReply, REPLY_MAX } from './reply-schema.js';
import type { UnchangedRun } from './unchanged-run.js';

const LOOK_EVERY_MS = 50;
/**
 * Maximum time counted per check: while this process was stalled, a reply may have arrived that could not be
 * read.
 */
const LONGEST_STEP_MS = 200;
/**
 * A process that waits for a processor is not slow itself; one that uses no processor time for this many
 * times its limit is stuck.
 */
const STUCK_AFTER = 12;
/** Node starts in 0.1 s, and takes several times that on a busy machine. */
const START_WITHIN_MS = 30_000;
/** Signals used to kill a process from outside; SIGXCPU is the limit on its total processor time. */
const outside = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU']);

export interface ProcessLimits {
  /** Processor time for one file, ms; elapsed time may be twelve times as long. */
  withinMs: number;
  /** Resident memory of the process, MiB. */
  memoryMb: number;
}

interface Task {
  job: InspectionJob;
  opened?: Opened;
  settle(result: Inspection | InspectorEnded): void;
}

/** One inspector process. It handles one file at a time, and can access nothing but its three pipes. */
export class InspectorProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly frames: FrameReader;
  private task: Task | undefined;
  /** Whether the current file's reply has brought bytes. */
  private hasBytes = false;
  private endedBy: EndReason | undefined;
  private started = false;
  /** Elapsed time under the current limit, ms, up to `lookedAt`. */
  private passedMs = 0;
  private lookedAt = 0;
  /** Processor time when the current limit started; undefined where it cannot be read. */
  private usedBefore: number | undefined;
  /** Number of files it has been given. */
  used = 0;
  alive = true;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;

  constructor(
    [command = '', ...parts]: string[],
    private readonly limits: ProcessLimits,
  ) {
    // Discards error output: Node's own messages could contain a patient's bytes.
    this.child = spawn(command, parts, {
      cwd: '/',
      env: emptyEnvironment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.frames = new FrameReader(
      REPLY_MAX,
      (size) => this.bufferFor(size),
      (frame) => this.onFrame(frame),
    );
    this.gone = new Promise((resolve) => {
      this.child.once('error', () => this.onGone(null, resolve));
      this.child.once('close', (_code, signal) => this.onGone(signal, resolve));
    });
    // A process that exits while it is written to is reported by `close`.
    this.child.stdin.on('error', () => undefined);
    this.child.stdout.on('data', (chunk: Buffer) => this.onData(chunk));
    this.child.stdout.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Throws {@link InspectorEnded}; the process can then no longer be used. */
  async inspect(job: InspectionJob): Promise<Inspection> {
    this.used += 1;
    this.restartClock();
    const looking = setInterval(() => this.look(), LOOK_EVERY_MS);
    try {
      const result = await this.ask(job);
      if (result instanceof InspectorEnded) throw result;
      return result;
    } finally {
      clearInterval(looking);
      this.task = undefined;
      this.hasBytes = false;
    }
  }

  /** Closes its input, so that it exits by itself. */
  close(): void {
    this.alive = false;
    this.child.stdin.end();
  }

  kill(): void {
    this.alive = false;
    this.child.kill('SIGKILL');
  }

  private ask(job: InspectionJob): Promise<Inspection | InspectorEnded> {
    return new Promise((settle) => {
      this.task = { job, settle };
      if (!this.alive) return settle(new InspectorEnded('outside'));
      const { contentType, maxPixels, body } = job;
      this.child.stdin.write(frameHead({ contentType, maxPixels }, body.length));
      this.child.stdin.write(body);
    });
  }

  /** The file's time does not include the start of a process. */
  private restartClock(): void {
    this.passedMs = 0;
    this.lookedAt = performance.now();
    this.usedBefore = this.processorMs();
  }

  private look(): void {
    const now = performance.now();
    this.passedMs += Math.min(now - this.lookedAt, LONGEST_STEP_MS);
    this.lookedAt = now;
    if (this.isOverdue()) return this.end(this.started ? 'time' : 'outside');
    this.checkMemory();
  }

  /**
   * Processor time decides, so that a busy machine does not reject a harmless file. Where it cannot be read,
   * elapsed time decides.
   */
  private isOverdue(): boolean {
    if (!this.started) return this.passedMs > START_WITHIN_MS;
    const { withinMs } = this.limits;
    const used = this.processorMs();
    if (used === undefined || this.usedBefore === undefined) return this.passedMs > withinMs;
    return used - this.usedBefore > withinMs || this.passedMs > STUCK_AFTER * withinMs;
  }

  private processorMs(): number | undefined {
    return this.pid === undefined ? undefined : processorMs(this.pid);
  }

  private onStarted(bytes: Buffer): void {
    if (this.started || bytes.length > 0) throw new ImplausibleReply('order');
    this.started = true;
    this.restartClock();
  }

  private onData(chunk: Buffer): void {
    try {
      this.frames.push(chunk);
    } catch (error) {
      this.end('reply', error);
    }
  }

  private onFrame({ message, bytes }: Frame): void {
    const { task } = this;
    if (isReady(message)) return this.onStarted(bytes);
    if (!task) throw new ImplausibleReply('without a request');
    const reply = readReply(message, task.job.body);
    if (reply.step === 'inspected') return this.onInspected(task, reply, bytes);
    if (bytes.length > 0 || task.opened) throw new ImplausibleReply('order');
    if (reply.step === 'refused') return this.settle({ outcome: 'refused', reason: reply.reason });
    task.opened = reply;
  }

  private onInspected({ job, opened }: Task, { findings, stripped: run }: Inspected, bytes: Buffer): void {
    if (!opened || (!run && bytes.length > 0)) throw new ImplausibleReply('order');
    const stripped = run && strippedFile(job, opened, run, bytes);
    const { step: _step, ...facts } = opened;
    this.settle({ outcome: 'inspected', ...facts, findings, stripped });
  }

  private bufferFor(size: number): Buffer {
    const opened = this.task?.opened;
    if (!opened || this.hasBytes || size > opened.size) throw new ImplausibleReply('size');
    this.hasBytes = true;
    return Buffer.allocUnsafe(size);
  }

  private settle(result: Inspection | InspectorEnded): void {
    const { task } = this;
    this.task = undefined;
    if (task?.opened && result instanceof InspectorEnded) result.opened = task.opened;
    task?.settle(result);
  }

  private end(reason: EndReason, cause?: unknown): void {
    this.endedBy ??= reason;
    this.kill();
    this.settle(new InspectorEnded(reason, { cause }));
  }

  private onGone(signal: NodeJS.Signals | null, resolve: () => void): void {
    this.alive = false;
    this.settle(new InspectorEnded(this.endedBy ?? (this.started ? reasonOf(signal) : 'outside')));
    resolve();
  }

  /** Not on macOS, where V8's heap limit is the only one. */
  private checkMemory(): void {
    const used = this.pid === undefined ? undefined : residentMb(this.pid);
    if (used !== undefined && used > this.limits.memoryMb) this.end('memory');
  }
}

/** The file without its metadata, in a buffer with space for encryption around it. */
function strippedFile(job: InspectionJob, opened: Opened, run: UnchangedRun, bytes: Buffer): Buffer {
  const received = job.body.subarray(opened.start, opened.start + opened.size);
  const stripped = completeStripped(run, bytes, received, job.takeBuffer().subarray(CIPHER_HEADER));
  checkStripped(stripped, opened);
  return stripped;
}

/** V8 aborts a process whose heap is full. */
const reasonOf = (signal: NodeJS.Signals | null): EndReason =>
  signal === 'SIGABRT' ? 'memory' : signal && outside.has(signal) ? 'outside' : 'crash';
