import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { emptyEnvironment } from './confinement.js';
import type { Exchange } from './exchange.js';
import { FrameReader, frameHead, type Frame } from './frames.js';
import { InspectorEnded, type EndReason } from './inspection.js';
import { isReady } from './protocol.js';
import { processorMs, residentMb } from './process-usage.js';
import { ImplausibleReply, REPLY_MAX } from './reply-schema.js';

const LOOK_EVERY_MS = 50;
/** Maximum elapsed time, in ms, counted per check: if this process stalled, a reply may be waiting unread. */
const MAX_STEP_MS = 200;
/**
 * A process that waits for a processor is not slow itself. It counts as stuck once the elapsed time is this
 * many times its limit.
 */
const STUCK_AFTER = 12;
/** Node starts in 0.1 s, and several times that on a busy machine. */
const START_WITHIN_MS = 30_000;
/** Signals used to kill a process from outside. A process gets SIGXCPU at the limit on its total processor time. */
const outside = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU']);

export interface ProcessLimits {
  /**
   * Processor time for one file, ms; elapsed time may be twelve times as long. Where processor time cannot be read, the
   * limit applies to elapsed time.
   */
  withinMs: number;
  /** Resident memory of the process, MiB; not limited on macOS. */
  memoryMb: number;
}

/** The current exchange, whatever the type of its result. */
interface Task {
  bufferFor(size: number): Buffer;
  onFrame(frame: Frame): void;
  end(reason: InspectorEnded): void;
}

/**
 * One inspector process. It handles one file at a time, and communicates only through its standard input and
 * output.
 */
export class InspectorProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly frames: FrameReader;
  private task: Task | undefined;
  private endedBy: EndReason | undefined;
  private started = false;
  /** Elapsed time that counts towards the current limit, ms, up to `lookedAt`. */
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
  async run<R>(exchange: Exchange<R>): Promise<R> {
    this.used += 1;
    this.restartClock();
    const looking = setInterval(() => this.look(), LOOK_EVERY_MS);
    try {
      const result = await this.ask(exchange);
      if (result instanceof InspectorEnded) throw result;
      return result;
    } finally {
      clearInterval(looking);
      this.task = undefined;
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

  private ask<R>(exchange: Exchange<R>): Promise<R | InspectorEnded> {
    return new Promise((settle) => {
      if (!this.alive) return settle(new InspectorEnded('outside'));
      const settled = (result: R | InspectorEnded) => {
        this.task = undefined;
        settle(result);
      };
      this.task = {
        bufferFor: (size) => exchange.bufferFor(size),
        onFrame: (frame) => {
          const result = exchange.onFrame(frame);
          if (result !== undefined) settled(result);
        },
        end: (ended) => settled(Object.assign(ended, exchange.opened && { opened: exchange.opened })),
      };
      this.child.stdin.write(frameHead(exchange.request, exchange.body.length));
      this.child.stdin.write(exchange.body);
    });
  }

  /** Restarts the measurement, so that a file's time does not include the start of its process. */
  private restartClock(): void {
    this.passedMs = 0;
    this.lookedAt = performance.now();
    this.usedBefore = this.processorMs();
  }

  private look(): void {
    const now = performance.now();
    this.passedMs += Math.min(now - this.lookedAt, MAX_STEP_MS);
    this.lookedAt = now;
    if (this.isOverdue()) return this.end(this.started ? 'time' : 'outside');
    this.checkMemory();
  }

  /**
   * Uses processor time, so that a harmless file is not rejected because the machine is busy, or elapsed time
   * where processor time cannot be read.
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

  private onFrame(frame: Frame): void {
    if (isReady(frame.message)) return this.onStarted(frame.bytes);
    if (!this.task) throw new ImplausibleReply('without a request');
    this.task.onFrame(frame);
  }

  private bufferFor(size: number): Buffer {
    if (!this.task) throw new ImplausibleReply('without a request');
    return this.task.bufferFor(size);
  }

  private end(reason: EndReason, cause?: unknown): void {
    this.endedBy ??= reason;
    this.kill();
    this.task?.end(new InspectorEnded(reason, { cause }));
  }

  private onGone(signal: NodeJS.Signals | null, resolve: () => void): void {
    this.alive = false;
    this.task?.end(new InspectorEnded(this.endedBy ?? (this.started ? reasonOf(signal) : 'outside')));
    resolve();
  }

  /** Does nothing on macOS, where V8's heap limit is the only one. */
  private checkMemory(): void {
    const used = this.pid === undefined ? undefined : residentMb(this.pid);
    if (used !== undefined && used > this.limits.memoryMb) this.end('memory');
  }
}

/** V8 aborts a process whose heap is full. */
const reasonOf = (signal: NodeJS.Signals | null): EndReason =>
  signal === 'SIGABRT' ? 'memory' : signal && outside.has(signal) ? 'outside' : 'crash';
