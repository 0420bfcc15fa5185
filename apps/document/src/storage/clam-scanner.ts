import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ScannerUnavailable, type Scanner, type Verdict } from './scanner.js';

const CHUNK = 256 * 1024;
const LONGEST_ANSWER = 4096;

/** Asks clamd over TCP (INSTREAM: length-prefixed chunks, ended by a zero length). */
export class ClamScanner implements Scanner {
  private readonly host: string;
  private readonly port: number;

  constructor(
    url: string,
    private readonly timeoutMs: number,
  ) {
    const { hostname, port } = new URL(url);
    this.host = hostname;
    this.port = Number(port || 3310);
  }

  async scan(file: Buffer): Promise<Verdict> {
    const socket = connect({ host: this.host, port: this.port });
    const timer = setTimeout(() => socket.destroy(new Error('time is over')), this.timeoutMs);
    try {
      const answer = readAnswer(socket);
      await Promise.race([send(socket, file), answer]);
      return verdictOf(await answer);
    } catch (error) {
      if (error instanceof ScannerUnavailable) throw error;
      throw new ScannerUnavailable(error instanceof Error ? error.message : 'failed', { cause: error });
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  }
}

async function send(socket: Socket, file: Buffer): Promise<void> {
  socket.write('zINSTREAM\0');
  for (let at = 0; at < file.length; at += CHUNK) {
    const chunk = file.subarray(at, at + CHUNK);
    socket.write(length(chunk.length));
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.write(length(0));
}

function length(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

/** The whole answer, up to the zero byte or the end of the connection. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.includes('\0') || answer.length > LONGEST_ANSWER) resolve(answer);
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('connection closed')));
  });
}

/** `stream: OK`, `stream: <signature> FOUND`, or anything else: no verdict. */
export function verdictOf(answer: string): Verdict {
  const line = answer.replaceAll('\0', '').trim();
  if (line === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/.test(line)) return 'infected';
  throw new ScannerUnavailable('the scanner gave no verdict');
}
