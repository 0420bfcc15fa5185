import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

const COMMAND = Buffer.from('zINSTREAM\0');

/** A clamd emulator that supports INSTREAM and detects only EICAR. */
export async function startClamdEmulator(port: number): Promise<Server> {
  const server = createServer((socket) => {
    serve(socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function serve(socket: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const file = unwrap(received);
    if (!file) return;
    const found = file.includes('EICAR-STANDARD');
    socket.end(`stream: ${found ? 'Eicar-Test-Signature FOUND' : 'OK'}\0`);
  });
}

/** The file in a complete command: length-prefixed chunks, ended by an empty one. */
function unwrap(received: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = COMMAND.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
