import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, until, type Child, type Exit } from '@caredrop/testing/backing';
import { lastLines, rotate } from './log-tail.ts';
import { nodeFlags } from './node-flags.ts';
import { root } from './paths.ts';
import { programOf, type ProcessName } from './service-names.ts';

export interface SupervisedOptions {
  name: ProcessName;
  env: Record<string, string>;
  logFile: string;
  say: (line: string) => void;
  started: (name: string, pid: number) => void;
  /** Further Node flags, such as `--inspect`. */
  flags?: string[];
  /** Runs the compiled modules instead of the bundle. */
  unbundled?: boolean;
  /** Instead of {@link BACK_OFF}. */
  backOff?: number[];
}

/** Delay before a service that died is restarted, by consecutive failures (ms). */
const BACK_OFF = [300, 1_000, 3_000, 10_000];
/** After running this long, a service counts as healthy again (ms). */
const WELL_AFTER = 30_000;

/** One service as a separate process, restarted when it dies. */
export class SupervisedService {
  private child: Child | undefined;
  private wanted = false;
  private deaths = 0;
  private readonly options: SupervisedOptions;

  constructor(options: SupervisedOptions) {
    this.options = options;
  }

  get pid(): number | undefined {
    return this.child?.running ? this.child.pid : undefined;
  }

  /**
   * Starts it and resolves when it is ready. Throws with the last lines of its log if it ends before that, or is not
   * ready within a minute.
   */
  async start(): Promise<void> {
    this.wanted = true;
    const child = await this.spawn();
    try {
      await until(this.options.name, () => this.ready(child), 60_000, child);
    } catch (error) {
      this.wanted = false;
      await child.stop();
      throw new Error(
        [`${(error as Error).message}. Last lines of its log:`, ...this.lastLines()].join('\n'),
        {
          cause: error,
        },
      );
    }
    void child.exited.then((exit) => this.onExit(child, exit));
  }

  /** Asks it to finish its work and exit; kills it after half a minute. */
  async stop(): Promise<void> {
    this.wanted = false;
    await this.child?.stop(30_000);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private async spawn(): Promise<Child> {
    const { name, env, logFile, started, flags: more = [], unbundled = false } = this.options;
    rotate(logFile);
    const { app, main } = programOf(name);
    const maps = unbundled ? ['--enable-source-maps'] : [];
    const flags = [...maps, ...(name === app ? nodeFlags[app] : []), ...more];
    const args = [...flags, path.join(root, 'apps', app, unbundled ? 'dist' : 'dist/bundle', main)];
    this.child = await startChild({
      command: process.execPath,
      args,
      env,
      cwd: path.join(root, 'apps', app),
      logFile,
    });
    started(name, this.child.pid);
    return this.child;
  }

  private async ready(child: Child): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.options.env.PORT ?? ''}/health/ready`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`/health/ready returned ${String(response.status)}`);
    // Another process may have taken the port in the meantime, in which case the response was not from this
    // service.
    if (!child.running) throw new Error('another process responds on its port');
  }

  private async onExit(child: Child, { code, signal }: Exit, since = Date.now()): Promise<void> {
    if (!this.wanted || this.child !== child) return;
    const { name, say } = this.options;
    say(
      [`${name} ended (${signal ?? String(code)}). Last lines of its log:`, ...this.lastLines()].join(
        '\n    ',
      ),
    );
    const next = await this.spawnAgain(child);
    void next?.exited.then((exit) => {
      if (Date.now() - since > WELL_AFTER) this.deaths = 0;
      return this.onExit(next, exit);
    });
  }

  /** Tries until a process has started, waiting longer each time. Returns undefined once `child` needs no successor. */
  private async spawnAgain(child: Child): Promise<Child | undefined> {
    const { name, say, backOff = BACK_OFF } = this.options;
    for (;;) {
      this.deaths += 1;
      await delay(backOff[Math.min(this.deaths, backOff.length) - 1] ?? 0);
      if (!this.wanted || this.child !== child) return undefined;
      say(`Restarting ${name}`);
      try {
        return await this.spawn();
      } catch (error) {
        say(`${name} could not be restarted: ${(error as Error).message}`);
      }
    }
  }

  private lastLines(): string[] {
    return lastLines(this.options.logFile);
  }
}
