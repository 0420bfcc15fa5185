import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './self-signed.js';

/**
 * Postgres clients request TLS with eight bytes of clear text; the server replies `S`, and the handshake
 * begins.
 */
const SSL_REQUEST_BYTES = 8;

/** A TLS endpoint in front of a server that has none. */
export interface TlsFront {
  port: number;
  stop(): Promise<void>;
}

/**
 * Terminates TLS with the certificate and forwards to the plain server at `url`: a broker, a store, a
 * database.
 */
export async function startTlsFront(url: string, certificate: Certificate): Promise<TlsFront> {
  const { hostname, port, protocol } = new URL(url);
  const sockets = new Set<Socket>();
  const passOn = (near: Socket): void => {
    const far = connect(Number(port || usualPorts[protocol]), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()));
    }
    near.pipe(far).pipe(near);
  };
  const server = protocol.startsWith('postgres')
    ? createServer((socket) => askedForTls(socket, certificate, passOn))
    : createTlsServer(certificate, passOn);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server, sockets) };
}

const usualPorts: Record<string, number> = {
  'postgresql:': 5432,
  'postgres:': 5432,
  'amqp:': 5672,
  'http:': 80,
};

function askedForTls(socket: Socket, certificate: Certificate, passOn: (near: Socket) => void): void {
  socket.on('error', () => undefined);
  socket.once('readable', () => {
    socket.read(SSL_REQUEST_BYTES);
    socket.write('S');
    passOn(new TLSSocket(socket, { isServer: true, ...certificate }));
  });
}

async function stop(server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}
