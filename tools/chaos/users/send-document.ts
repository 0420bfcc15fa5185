import { request, type ClientRequest } from 'node:http';

/** One upload attempt: its content and the client's behaviour. */
export interface Sending {
  url: string;
  link: string;
  bytes: Buffer;
  idempotencyKey: string;
  /** Half of the file is sent, then this is awaited, then the rest. */
  halfway?: () => Promise<void>;
  /** Disconnects after the first half. */
  vanish?: boolean;
}

/** The response to the client; status 0 means that there was none. */
export interface UploadResponse {
  status: number;
  code: string;
  message: string;
}

const BOUNDARY = 'chaos';
const TIMEOUT_MS = 25_000;

/** Makes one attempt at sending one document. Never rejects. */
export async function sendDocument(sending: Sending): Promise<UploadResponse> {
  const body = bodyOf(sending.bytes);
  const call = open(sending, body.length);
  const response = responseTo(call);
  const half = Math.floor(body.length / 2);
  try {
    if (sending.halfway || sending.vanish) {
      await written(call, body.subarray(0, half));
      await Promise.race([sending.halfway?.(), response]);
      if (sending.vanish) call.destroy();
      else call.end(body.subarray(half));
    } else {
      call.end(body);
    }
  } catch (error) {
    call.destroy(error as Error);
  }
  return response;
}

function open({ url, link, idempotencyKey }: Sending, length: number): ClientRequest {
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': String(length),
    'idempotency-key': idempotencyKey,
  };
  const call = request(`${url}/api/upload/${link}`, { method: 'POST', headers, agent: false });
  call.setTimeout(TIMEOUT_MS, () => call.destroy(new Error('no response')));
  return call;
}

function bodyOf(bytes: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="document"; filename="letter.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function written(call: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((resolve) => {
    call.write(chunk, () => {
      resolve();
    });
  });
}

function responseTo(call: ClientRequest): Promise<UploadResponse> {
  return new Promise((resolve) => {
    const nothing = (error: Error): void => {
      resolve({ status: 0, code: 'no_response', message: error.message });
    };
    call.on('error', nothing);
    call.on('close', () => {
      nothing(new Error('closed'));
    });
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', nothing);
      response.on('end', () => {
        resolve(read(response.statusCode ?? 0, text));
      });
    });
  });
}

function read(status: number, text: string): UploadResponse {
  try {
    const { code = '', message = '' } = JSON.parse(text) as { code?: string; message?: string };
    return { status, code, message };
  } catch {
    return { status, code: 'unreadable', message: text.slice(0, 200) };
  }
}
