import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorSentence, failure } from '@caredrop/contracts';
import type { FastifyHttpOptions } from 'fastify';
import { securityHeaders } from './security-headers.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Target of `GET *`, a request without a path: Fastify would otherwise respond without our hooks and their
 * headers.
 */
const NO_CALL = '/api/';

/** Other addresses of the patient's page. Its forms without script post to the address at which it was opened. */
const PATIENT_PAGE = /^\/upload(\/|(\.[\w-]+)?\.html)(?=\?|$)/;

/**
 * Server limits: lenient towards slow phones, strict towards clients that send headers slowly or send
 * nothing.
 */
export function fastifyOptions(publicUrl: string): FastifyHttpOptions<Server> {
  return {
    /** The whole request, body included: an upload may take 10 minutes. */
    requestTimeout: 11 * MINUTE,
    /** The longest time without traffic in either direction. */
    connectionTimeout: 2 * MINUTE,
    keepAliveTimeout: 72 * SECOND,
    http: {
      headersTimeout: 20 * SECOND,
      connectionsCheckingInterval: 5 * SECOND,
      /**
       * Node's own error for a request without Host has none of our headers: the edge hook responds instead.
       */
      requireHostHeader: false,
    },
    /** While the gateway stops, requests that arrive on open connections are served. */
    return503OnClosing: false,
    /** A `:token` of any length gets the response for unknown links. */
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ method, url = '/' }) =>
      url === '*' ? NO_CALL : decodable(method === 'POST' ? url.replace(PATIENT_PAGE, '/upload') : url),
    clientErrorHandler: (error, socket) => rejectUnreadable(error, socket, securityHeaders(publicUrl)),
  };
}

/**
 * Escapes the per cent signs of a path that cannot be decoded, so that it counts as an unknown path or link, not as a
 * bad request.
 */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

const rejections: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Whether the response has started; an error written now would be read as part of it. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent === true;

/**
 * Responds to bytes that are not HTTP, to headers that are too large and to requests that are too slow, with the
 * response envelope if possible.
 */
function rejectUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return void socket.destroy();
  const status = rejections[error.code ?? ''] ?? '400 Bad Request';
  const code = 'bad_request';
  const reason = { status: Number.parseInt(status), code, message: errorSentence(code) } as const;
  const id = randomUUID();
  const body = JSON.stringify(failure(reason, id));
  const all = {
    ...headers,
    'x-request-id': id,
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
