import { describeLinkEmail, type DescribeLinkEmailResponse } from '@caredrop/contracts/internal';
import { FakeService } from './fake-service.js';

/** The content of an email in Arabic, which is written from right to left. */
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
export class FakeTokenService extends FakeService {
  /** The address of each email, by delivery id. An email that is not listed belongs to an ended link. */
  readonly addresses = new Map<string, string>();
  /** The link in the email with this delivery id. */
  readonly linkOf = (deliveryId: string) =>
    `https://drop.clinic.example/upload?token=secret${deliveryId.replaceAll('-', '')}`;

  constructor() {
    super('token');
  }

  protected respond(path: string, body: unknown): unknown {
    return path === '/internal/link-emails/describe' ? this.describe(body) : undefined;
  }

  private describe(body: unknown): DescribeLinkEmailResponse {
    const { deliveryId } = describeLinkEmail.parse(body);
    const to = this.addresses.get(deliveryId);
    if (to === undefined) return { outcome: 'ended' };
    return { outcome: 'found', to, link: this.linkOf(deliveryId), ...sentences };
  }
}
