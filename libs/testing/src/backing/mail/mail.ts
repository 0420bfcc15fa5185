import { createHash, randomBytes } from 'node:crypto';
import { simpleParser, type AddressObject } from 'mailparser';

/** An address in Mailpit's notation. */
export interface MailAddress {
  Name: string;
  Address: string;
}

/** An email as Mailpit's `GET /api/v1/message/{id}` returns it, with the raw source. */
export interface Mail {
  ID: string;
  MessageID: string;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  ReturnPath: string;
  Subject: string;
  /** When the email arrived. */
  Date: string;
  Tags: string[];
  Text: string;
  HTML: string;
  /** Size in bytes. */
  Size: number;
  Inline: unknown[];
  Attachments: { FileName: string; ContentType: string; Size: number; SHA256: string }[];
  Raw: string;
  Read: boolean;
}

/**
 * Parses an email received by SMTP; recipients who appear in no header are treated as blind copies, as Mailpit does.
 */
export async function readMail(raw: Buffer, envelope: { from: string; to: string[] }): Promise<Mail> {
  const parsed = await simpleParser(raw, { skipTextToHtml: true });
  const [to, cc] = [addresses(parsed.to), addresses(parsed.cc)];
  const named = new Set([...to, ...cc].map(({ Address }) => Address.toLowerCase()));
  const blind = envelope.to.filter((address) => !named.has(address.toLowerCase()));
  return {
    ID: randomBytes(11).toString('hex'),
    MessageID: (parsed.messageId ?? '').replace(/^<|>$/g, ''),
    From: addresses(parsed.from)[0] ?? { Name: '', Address: envelope.from },
    To: to,
    Cc: cc,
    Bcc: blind.map((Address) => ({ Name: '', Address })),
    ReplyTo: addresses(parsed.replyTo),
    ReturnPath: envelope.from,
    Subject: parsed.subject ?? '',
    Date: new Date().toISOString(),
    Tags: [],
    Text: (parsed.text ?? '').trimEnd(),
    HTML: parsed.html || '',
    Size: raw.length,
    Inline: [],
    Attachments: parsed.attachments.map((attachment) => ({
      FileName: attachment.filename ?? '',
      ContentType: attachment.contentType,
      Size: attachment.size,
      SHA256: createHash('sha256').update(attachment.content).digest('hex'),
    })),
    Raw: raw.toString('utf8'),
    Read: false,
  };
}

function addresses(given: AddressObject | AddressObject[] | undefined): MailAddress[] {
  return [given ?? []]
    .flat()
    .flatMap(({ value }) => value.map(({ name, address }) => ({ Name: name, Address: address ?? '' })));
}
