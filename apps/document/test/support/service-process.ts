import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));

/** The built service as a separate process, to be stopped or killed. */
export class ServiceProcess {
  readonly lines: string[] = [];
  port = 0;

  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when the process is ready; rejects with its output when it ends before that. */
  static async start(env: Record<string, string>): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const service = new ServiceProcess(child);
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface(stream).on('line', (line) => service.lines.push(line));
    service.port = await Promise.race([service.readyPort(), service.failed()]);
    return service;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Sends a signal and resolves with the exit code; null when it was killed. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const ended = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.kill(signal);
    return (await ended)[0];
  }

  private readyPort(): Promise<number> {
    return new Promise((resolve) => {
      this.child.stdout?.on('data', () => {
        const ready = this.lines.find((line) => line.includes('"msg":"ready"'));
        if (ready) resolve((JSON.parse(ready) as { port: number }).port);
      });
    });
  }

  private async failed(): Promise<never> {
    await once(this.child, 'exit');
    throw new Error(`The service ended: ${this.lines.join('\n')}`);
  }
}
