import { request, type ClientRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
  /** False when the connection broke before the end of the response. */
  whole: boolean;
}

interface RawRequest {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

/** Sends a request as written, without fetch normalising its path or headers, on a new connection. */
export function rawCall(port: number, { body, ...rest }: RawRequest): Promise<RawResponse> {
  const call = openCall(port, rest);
  call.request.end(body);
  return call.response;
}

/** Like {@link rawCall}, but the caller writes the body. */
export function openCall(port: number, { method = 'GET', path, headers = {} }: Omit<RawRequest, 'body'>) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  return { request: sent, response: responseOf(sent) };
}

function responseOf(sent: ClientRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let answered = false;
    sent.on('error', (error) => answered || reject(error));
    sent.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          bytes: Buffer.concat(chunks),
          whole: response.complete,
        }),
      );
    });
  });
}
