import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Context = Record<string, string>;
type Body = Record<string, unknown>;

export interface KmsEmulator {
  url: string;
  /** Operations called, in order. */
  readonly calls: string[];
  /** Creates a key and returns its ARN. */
  createKey(): string;
  /** Disables a key, as an administrator can: calls that need it fail until it is enabled again. */
  disable(keyId: string): void;
  enable(keyId: string): void;
  /** Acts as if an administrator's scheduled deletion had been carried out: KMS no longer knows the key. */
  delete(keyId: string): void;
  stop(): Promise<void>;
}

/** A KMS error of the given type, returned with status 400. */
class KmsFailure extends Error {
  constructor(readonly type: string) {
    super(type);
  }
}

/**
 * An AWS KMS emulator with the operations that data keys need: the real JSON 1.1 protocol (GenerateDataKey,
 * Encrypt, Decrypt, ReEncrypt) with symmetric keys, encryption contexts that must match, and the names of
 * KMS's exceptions. Requests must be signed for KMS; the signature itself is not verified.
 */
export async function startKmsEmulator(): Promise<KmsEmulator> {
  const kms = new Kms();
  const server = createServer((request, response) => {
    void kms.respond(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    calls: kms.calls,
    createKey: () => kms.createKey(),
    disable: (keyId) => void kms.disabled.add(keyId),
    enable: (keyId) => void kms.disabled.delete(keyId),
    delete: (keyId) => void kms.keys.delete(keyId),
    stop: () => close(server),
  };
}

class Kms {
  readonly calls: string[] = [];
  readonly disabled = new Set<string>();
  readonly keys = new Map<string, Buffer>();

  createKey(): string {
    const arn = `arn:aws:kms:eu-west-2:111122223333:key/${crypto.randomUUID()}`;
    this.keys.set(arn, randomBytes(32));
    return arn;
  }

  async respond(request: IncomingMessage): Promise<{ status: number; body: Body }> {
    try {
      const operation = String(request.headers['x-amz-target'] ?? '').replace('TrentService.', '');
      if (!/^AWS4-HMAC-SHA256 .*\/kms\/aws4_request/.test(request.headers.authorization ?? ''))
        throw new KmsFailure('MissingAuthenticationTokenException');
      this.calls.push(operation);
      return { status: 200, body: this.run(operation, await readJson(request)) };
    } catch (error) {
      const type = error instanceof KmsFailure ? error.type : 'KMSInternalException';
      return { status: type === 'KMSInternalException' ? 500 : 400, body: { __type: type, message: type } };
    }
  }

  private run(operation: string, body: Body): Body {
    const context = (body.EncryptionContext ?? {}) as Context;
    const id = text(body.KeyId);
    if (operation === 'GenerateDataKey') {
      const plain = randomBytes(32);
      return { KeyId: id, Plaintext: base64(plain), CiphertextBlob: base64(this.seal(id, plain, context)) };
    }
    if (operation === 'Encrypt')
      return { KeyId: id, CiphertextBlob: base64(this.seal(id, bytes(body.Plaintext), context)) };
    if (operation === 'Decrypt')
      return { KeyId: id, Plaintext: base64(this.open(id, bytes(body.CiphertextBlob), context)) };
    if (operation === 'ReEncrypt') return this.reEncrypt(body);
    throw new KmsFailure('UnknownOperationException');
  }

  private reEncrypt(body: Body): Body {
    const from = (body.SourceEncryptionContext ?? {}) as Context;
    const to = (body.DestinationEncryptionContext ?? {}) as Context;
    const id = text(body.DestinationKeyId);
    const plain = this.open(text(body.SourceKeyId), bytes(body.CiphertextBlob), from);
    return { KeyId: id, CiphertextBlob: base64(this.seal(id, plain, to)) };
  }

  private seal(id: string, plain: Buffer, context: Context): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key(id), nonce).setAAD(canonical(context));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return Buffer.concat([Buffer.from([id.length]), Buffer.from(id), nonce, sealed]);
  }

  private open(id: string, blob: Buffer, context: Context): Buffer {
    const named = blob.subarray(1, 1 + (blob[0] ?? 0)).toString();
    if (id && !this.keys.has(id)) throw new KmsFailure('NotFoundException');
    if (!this.keys.has(named)) throw new KmsFailure('InvalidCiphertextException');
    if (id && id !== named) throw new KmsFailure('IncorrectKeyException');
    const rest = blob.subarray(1 + named.length);
    const decipher = createDecipheriv('aes-256-gcm', this.key(named), rest.subarray(0, 12));
    decipher.setAAD(canonical(context)).setAuthTag(rest.subarray(-16));
    try {
      return Buffer.concat([decipher.update(rest.subarray(12, -16)), decipher.final()]);
    } catch {
      throw new KmsFailure('InvalidCiphertextException');
    }
  }

  private key(id: string): Buffer {
    const found = this.keys.get(id);
    if (!found) throw new KmsFailure('NotFoundException');
    if (this.disabled.has(id)) throw new KmsFailure('DisabledException');
    return found;
  }
}

const base64 = (data: Buffer): string => data.toString('base64');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const bytes = (value: unknown): Buffer => Buffer.from(text(value), 'base64');
const canonical = (context: Context): Buffer => Buffer.from(JSON.stringify(Object.entries(context).sort()));

async function readJson(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Body;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
