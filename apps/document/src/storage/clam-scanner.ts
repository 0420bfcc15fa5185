import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { inSpan } from '@caredrop/service-kit';
import { ScannerUnavailable, type Scanner, type ScanResult } from './scanner.js';

const CHUNK = 256 * 1024;
const MAX_RESPONSE_CHARS = 4096;

/** Timeout of each stage, ms. */
export interface ScanLimits {
  connectMs: number;
  /** Timeout for each part of the file that is sent. */
  streamMs: number;
  /** Time from the last byte to the response. */
  responseMs: number;
}

/** Scans with clamd over TCP (INSTREAM: length-prefixed chunks, ended by a zero length). */
export class ClamScanner implements Scanner {
  private readonly host: string;
  private readonly port: number;

  constructor(
    url: string,
    private readonly limits: ScanLimits,
  ) {
    const { hostname, port } = new URL(url);
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = Number(port || 3310);
  }

  scan(file: Buffer): Promise<ScanResult> {
    return inSpan('scan', { kind: 'client', attributes: { 'caredrop.bytes': file.length } }, async (span) => {
      const result = await this.ask(file);
      span.setAttribute('caredrop.verdict', result.verdict);
      return result;
    });
  }

  private async ask(file: Buffer): Promise<ScanResult> {
    const socket = connect({ host: this.host, port: this.port });
    const clock = new StageClock(socket);
    try {
      const response = readResponse(socket);
      clock.allow(this.limits.connectMs, 'connecting');
      await Promise.race([once(socket, 'connect'), response]);
      const sent = send(socket, file, () => clock.allow(this.limits.streamMs, 'sending the file'));
      const early = await Promise.race([sent, response]);
      if (early !== undefined) return judgeEarly(early);
      clock.allow(this.limits.responseMs, 'waiting for the response');
      return resultOf(await response);
    } catch (error) {
      throw toUnavailable(error);
    } finally {
      clock.stop();
      socket.destroy();
    }
  }
}

/** Ends the connection when a stage exceeds its timeout. */
class StageClock {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly socket: Socket) {}

  allow(ms: number, stage: string): void {
    this.stop();
    this.timer = setTimeout(
      () => this.socket.destroy(new ScannerUnavailable('too slow', `timed out while ${stage}`)),
      ms,
    );
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

async function send(socket: Socket, file: Buffer, onPart: () => void): Promise<void> {
  onPart();
  socket.write('zINSTREAM\0');
  for (let at = 0; at < file.length; at += CHUNK) {
    const chunk = file.subarray(at, at + CHUNK);
    socket.write(length(chunk.length));
    if (!socket.write(chunk)) await once(socket, 'drain');
    onPart();
  }
  socket.write(length(0));
}

function length(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

/** Reads the response up to its zero byte, the end of the connection or its maximum length. */
function readResponse(socket: Socket): Promise<string> {
  const answering = new Promise<string>((resolve, reject) => {
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      response += text;
      if (response.includes('\0') || response.length > MAX_RESPONSE_CHARS) resolve(response);
    });
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('connection closed')));
  });
  // Avoids an unhandled rejection when connecting or sending fails first: that error is reported, and nothing
  // awaits the response.
  answering.catch(() => undefined);
  return answering;
}

/**
 * A verdict before the whole file was sent can be a finding or a failure, but never `clean`.
 */
function judgeEarly(response: string): ScanResult {
  const result = resultOf(response);
  if (result.verdict === 'clean') throw new ScannerUnavailable('failed', 'responded before it had the file');
  return result;
}

/** Interprets `stream: OK` and `stream: <signature> FOUND`. Anything else is not a verdict. */
function resultOf(response: string): ScanResult {
  const line = response.split('\0', 1)[0]?.trim() ?? '';
  if (line === 'stream: OK') return { verdict: 'clean' };
  const signature = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (signature) return { verdict: 'infected', signature };
  if (/size limit exceeded/i.test(line))
    throw new ScannerUnavailable('too large', "the scanner's StreamMaxLength is less than 5 MiB");
  throw new ScannerUnavailable('failed', 'the scanner gave no verdict');
}

const toUnavailable = (error: unknown): ScannerUnavailable =>
  error instanceof ScannerUnavailable
    ? error
    : new ScannerUnavailable('unreachable', error instanceof Error ? error.message : 'failed', {
        cause: error,
      });
