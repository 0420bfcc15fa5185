import { connect } from 'node:net';

const MAX_RESPONSE_CHARS = 4096;
const TIMEOUT_MS = 5_000;

/**
 * Sends one of clamd's one-word commands (`PING`, `VERSION`) and returns the line it responds with. Rejects
 * if there is none.
 */
export function askClamd(url: string, word: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) });
  socket.setEncoding('utf8').setTimeout(TIMEOUT_MS);
  return new Promise<string>((resolve, reject) => {
    let response = '';
    socket.once('connect', () => socket.write(`z${word}\0`));
    socket.once('error', reject);
    socket.once('timeout', () => reject(new Error('it does not respond')));
    socket.once('close', () => reject(new Error('it closes the connection without a response')));
    socket.on('data', (text: string) => {
      response += text;
      if (response.includes('\0') || response.length > MAX_RESPONSE_CHARS)
        resolve(response.split('\0', 1)[0] ?? '');
    });
  }).finally(() => socket.destroy());
}
