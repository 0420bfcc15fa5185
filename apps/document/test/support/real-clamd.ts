import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@caredrop/testing';
import { eicarSignature } from './eicar.js';

const places = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'];

/** Path of clamd; undefined if it is not installed. */
export const installedClamd = (): string | undefined => places.find((place) => existsSync(place));

/** A real clamd on its own port, with EICAR as its only signature. */
export class RealClamd {
  readonly output: string[] = [];

  private constructor(
    readonly port: number,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (text: Buffer) => this.output.push(text.toString()));
  }

  /** Resolves once clamd accepts connections. `settings` are lines of clamd.conf. */
  static async start(settings: string[] = [], port?: number): Promise<RealClamd> {
    const folder = await mkdtemp(path.join(tmpdir(), 'caredrop-clamd-'));
    const [listen, conf] = [port ?? (await freePort()), path.join(folder, 'clamd.conf')];
    await writeFile(path.join(folder, 'test.ndb'), eicarSignature);
    await writeFile(conf, [...basics(folder, listen), ...settings, ''].join('\n'));
    const process = spawn(installedClamd() as string, ['--config-file', conf], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const clamd = new RealClamd(listen, process, folder);
    await eventually(() => clamd.expectListening());
    return clamd;
  }

  get url(): string {
    return `tcp://127.0.0.1:${this.port}`;
  }

  /** Suspends it: it keeps its connections but does not respond. */
  freeze(): void {
    this.process.kill('SIGSTOP');
  }

  thaw(): void {
    this.process.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const gone = once(this.process, 'exit');
      this.process.kill('SIGKILL');
      await gone;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async expectListening(): Promise<void> {
    if (this.process.exitCode !== null) throw new Error(`clamd ended: ${this.output.join('')}`);
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  }
}

const basics = (folder: string, port: number) => [
  'Foreground yes',
  `DatabaseDirectory ${folder}`,
  `TemporaryDirectory ${folder}`,
  `PidFile ${path.join(folder, 'clamd.pid')}`,
  'TCPAddr 127.0.0.1',
  `TCPSocket ${port}`,
  'MaxThreads 2',
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
