import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeLinkEmail, type DescribeLinkEmailAnswer } from '@caredrop/contracts/internal';
import { InternalIdentity } from '@caredrop/service-kit';
import { newIdentityKeys } from '@caredrop/testing';
import { publicKeys } from './keys.js';

/** The sentences of an email in Arabic, which is written from right to left. */
const sentences = {
  language: 'ar',
  direction: 'rtl' as const,
  subject: 'أرسل مستندًا إلى عيادتك',
  before: ['طلبت منك عيادتك مستندًا واحدًا.'],
  after: ['يعمل الرابط مرة واحدة.'],
  clinic: 'Harbour Surgery',
  footer: 'أُرسلت هذه الرسالة تلقائيًا.',
};

/** A fake token service that knows the emails a test gives it. */
export class FakeTokenService {
  /** The address of each email, by delivery id. An email that is not listed belongs to an ended link. */
  readonly addresses = new Map<string, string>();
  /** Returns 503 while true. */
  down = false;
  private readonly identity = new InternalIdentity('token', newIdentityKeys().privateKey, publicKeys);
  private readonly server = createServer((request, response) => void this.handle(request, response));

  /** Of the email with this delivery id. */
  readonly linkOf = (deliveryId: string) =>
    `https://drop.clinic.example/upload?token=secret${deliveryId.replaceAll('-', '')}`;

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, data: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 'success', data }));
    const caller = await this.identity.verify((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (this.down) return void answer(503, null);
    if (caller?.service !== 'notification') return void answer(401, null);
    if (request.url !== '/internal/link-emails/describe') return void answer(404, null);
    answer(200, this.describe(JSON.parse(Buffer.concat(chunks).toString())));
  }

  private describe(body: unknown): DescribeLinkEmailAnswer {
    const { deliveryId } = describeLinkEmail.parse(body);
    const to = this.addresses.get(deliveryId);
    if (to === undefined) return { outcome: 'ended' };
    return { outcome: 'found', to, link: this.linkOf(deliveryId), ...sentences };
  }
}
