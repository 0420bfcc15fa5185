import {
  composeNewDevice,
  composeNotification,
  composeActionLink,
  composePatientEmail,
  type MailContext,
} from './compose-mail.js';
import type { PatientEmail } from './patient-emails.js';
import type { TakenDelivery } from './take-turns.js';
import { addressSource, purposes, type Purpose } from './purpose.js';

const context: MailContext = {
  clinic: 'Harbour Surgery',
  publicUrl: 'https://drop.clinic.example',
  timeZone: 'UTC',
};
const ana = { userId: '00000000-0000-4000-8000-000000000001', email: 'ana@clinic.example', firstName: 'Ana' };
const erik = { name: 'Erik Holm', email: 'erik@clinic.example' };
const documentId = '11111111-1111-4111-8111-111111111111';
const tokenId = '22222222-2222-4222-8222-222222222222';

const delivery = (purpose: Purpose, userId = ana.userId): TakenDelivery => ({
  id: '33333333-3333-4333-8333-333333333333',
  eventId: '44444444-4444-4444-8444-444444444444',
  purpose,
  userId,
  recipientId: null,
  teamId: null,
  documentId,
  tokenId,
  documents: 1,
  sessionId: null,
  attempts: 1,
  createdAt: new Date(),
  correlationId: null,
  traceparent: null,
});
const link = {
  ...ana,
  url: 'https://drop.clinic.example/reset-password?token=Zx9',
  expiresAt: '2026-11-21T14:05:00.000Z',
};

const signIn = {
  device: 'Chrome on Windows',
  network: '203.0.113.x',
  signedInAt: '2026-11-21T14:05:00.000Z',
};

const patientEmail: PatientEmail = {
  outcome: 'found',
  to: 'patient@example.test',
  language: 'en',
  direction: 'ltr',
  subject: 'Send a document',
  before: ['Please.'],
  link: `${context.publicUrl}/upload?token=Ab1`,
  after: ['Thanks.'],
  clinic: context.clinic,
  footer: 'Automatic.',
};

function compose(purpose: Purpose, extra: object = {}) {
  const source = addressSource(purpose);
  if (source === 'patient') return composePatientEmail({ ...patientEmail, ...extra });
  if (source === 'reset' || source === 'invite')
    return composeActionLink(purpose, { ...link, ...extra }, context);
  if (purpose === 'new_device')
    return composeNewDevice({ ...ana, ...extra }, { ...signIn, ...extra }, context);
  return composeNotification({ ...delivery(purpose), ...extra }, { ...ana, ...extra }, context, {
    person: erik,
  });
}

describe('mail templates', () => {
  it.each(purposes)('the email %s contains no patient data, whatever fields its input has', (purpose) => {
    const canaries = {
      patientRefId: 'canary-ref-7781',
      patient_ref_id: 'canary-ref-7782',
      nickname: 'canary-nick',
      notes: 'canary-notes',
      comment: 'canary-comment',
      fileName: 'canary-scan.pdf',
      file_name: 'canary-scan2.pdf',
      phoneNumber: '+447700900777',
      token: 'canaryTokenValue',
      disableReason: 'canary-reason',
      lastName: 'canary-surname',
    };
    const { subject, text, html } = compose(purpose, canaries);
    const whole = `${subject}\n${text}\n${html}`;
    for (const canary of Object.values(canaries)) expect(whole).not.toContain(canary);
  });

  it.each(purposes)('the email %s shows the same full URLs in plain text and HTML', (purpose) => {
    const { text, html } = compose(purpose);
    const inText = text.match(/https?:\/\/\S+/g) ?? [];
    const anchors = [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
    expect(anchors.map(([, href]) => href)).toEqual(inText);
    for (const [, href, shown] of anchors) expect(shown).toBe(href);
    for (const url of inText) expect(url.startsWith(`${context.publicUrl}/`)).toBe(true);
  });

  it.each(purposes)('the email %s names the clinic and loads no remote content', (purpose) => {
    const { text, html } = compose(purpose);
    expect(text).toContain('Harbour Surgery');
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
  });

  it('the email about a new document links to the document, which requires signing in', () => {
    const { subject, text } = compose('document_arrived');
    expect(subject).toBe('A document has arrived');
    expect(text).toContain(`\n${context.publicUrl}/documents/${documentId}\n`);
    expect(text).toContain('To open it, sign in here:');
  });

  it('the email to an administrator says that a disabled colleague looked after the link', () => {
    const mail = composeNotification(delivery('document_arrived'), ana, context, { forColleague: true });
    expect(mail.text).toContain('a colleague whose account is disabled');
    expect(compose('document_arrived').text).toContain('a link that you look after');
  });

  it('the email about a disabled account says that documents go to colleagues or to the administrators', () => {
    expect(compose('account_disabled').text.replaceAll('\n', ' ')).toContain(
      'what they send goes to the colleagues who take over, or to the administrators.',
    );
  });

  it('an email about several documents has their number and a link to what needs attention', () => {
    const several = { ...delivery('documents_collected'), documents: 39 };
    const { subject, text } = composeNotification(several, ana, context);
    expect(subject).toBe('39 documents have arrived');
    expect(text).toContain('Patients have sent 39 documents through links that you look after.');
    expect(text).toContain(`\n${context.publicUrl}/worklist\n`);
    expect(text).not.toContain(documentId);
  });

  it('the email about a collection of one document is the same as that about one document', () => {
    expect(compose('documents_collected')).toEqual(compose('document_arrived'));
  });

  it('the email about a rejected document asks the clinician to create a new link', () => {
    const { text } = compose('document_rejected');
    expect(text).toContain('Please create a new link');
    expect(text).toContain(`${context.publicUrl}/tokens/${tokenId}`);
    expect(text).not.toContain(documentId);
  });

  it('an email with a secret link shows its expiry with the time zone', () => {
    expect(compose('password_reset').text).toContain('until 21 Nov 2026, 14:05 UTC');
    const london = { ...context, timeZone: 'Europe/London' };
    const summer = { ...link, expiresAt: '2026-07-01T14:05:00.000Z' };
    expect(composeActionLink('invitation', summer, london).text).toContain('until 1 Jul 2026, 15:05 BST');
  });

  it('the email about a new device names the device, the time and the network, and links to the security page', () => {
    const { subject, text } = compose('new_device');
    expect(subject).toBe('New sign-in to your account');
    expect(text.replaceAll('\n', ' ')).toContain(
      'Chrome on Windows, 21 Nov 2026, 14:05 UTC, from 203.0.113.x. If this was you,',
    );
    expect(text).toContain(`${context.publicUrl}/account-security`);
    expect(compose('new_device', { network: null }).text).not.toContain('from null');
  });

  it('a name in an email is escaped in HTML', () => {
    const { html } = composeNotification(
      delivery('account_enabled'),
      { ...ana, firstName: '<b onclick="x">&' },
      context,
    );
    expect(html).toContain('Hello &lt;b onclick=&quot;x&quot;&gt;&amp;,');
    expect(html).not.toContain('<b ');
  });

  it('an email greets the recipient without a name when none is known', () => {
    expect(
      composeNotification(delivery('account_enabled'), { ...ana, firstName: ' ' }, context).text,
    ).toMatch(/^Hello,\n/);
  });
});
