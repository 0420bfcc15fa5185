import { once } from 'node:events';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../process/free-port.js';
import { KeptList } from '../web/kept-list.js';
import { closeServer, startSmallServer } from '../web/small-server.js';
import { readMail, type Mail } from './mail.js';
import { mailPages } from './mail-pages.js';
import { mailpitApi } from './mailpit-api.js';

export interface MailInboxOptions {
  /** File that keeps the emails across restarts. If omitted, they are kept in memory only. */
  file?: string;
  smtpPort?: number;
  webPort?: number;
}

export interface MailInbox {
  /** URL of the web page and of Mailpit's API. */
  url: string;
  /** URL for nodemailer. */
  smtpUrl: string;
  ports: { smtp: number; web: number };
  /** The emails, newest last. */
  mails: readonly Mail[];
  stop(): Promise<void>;
}

/**
 * An SMTP server that delivers nothing. Addresses at `refused.test` are rejected permanently (550), those at
 * `busy.test` temporarily (451), as recipients and as senders, so that failures can be tested; all others are accepted.
 */
export async function startMailInbox(options: MailInboxOptions = {}): Promise<MailInbox> {
  const ports = { smtp: options.smtpPort ?? (await freePort()), web: options.webPort ?? (await freePort()) };
  const mails = await KeptList.open<Mail>(options.file);
  const smtp = await startSmtp(ports.smtp, async (raw, envelope) => {
    mails.items.push(await readMail(raw, envelope));
    await mails.save();
  });
  const web = await startSmallServer(ports.web, [...mailpitApi(mails), ...mailPages(mails)]);
  return {
    url: `http://127.0.0.1:${String(ports.web)}`,
    smtpUrl: `smtp://127.0.0.1:${String(ports.smtp)}`,
    ports,
    mails: mails.items,
    stop: async () => {
      await Promise.all([
        closeServer(web),
        new Promise<void>((resolve) => {
          smtp.close(resolve);
        }),
      ]);
    },
  };
}

type Receive = (raw: Buffer, envelope: { from: string; to: string[] }) => Promise<void>;

async function startSmtp(port: number, receive: Receive): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 25 * 1024 * 1024,
    onAuth: ({ username }, _, done) => {
      done(null, { user: username ?? '' });
    },
    onMailFrom: ({ address }, _, done) => {
      done(rejection(address));
    },
    onRcptTo: ({ address }, _, done) => {
      done(rejection(address));
    },
    onData: takeMail(receive),
  });
  server.on('error', () => undefined); // A client that disconnects early is not an error here.
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

function rejection(address: string): Error | null {
  if (address.endsWith('@refused.test'))
    return Object.assign(new Error('No such mailbox'), { responseCode: 550 });
  if (address.endsWith('@busy.test'))
    return Object.assign(new Error('Try again later'), { responseCode: 451 });
  return null;
}

function takeMail(receive: Receive): NonNullable<SMTPServerOptions['onData']> {
  return (stream, session, done) => {
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom ? mailFrom.address : '';
    collect(stream)
      .then((raw) => receive(raw, { from, to: rcptTo.map(({ address }) => address) }))
      .then(
        () => {
          done();
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)));
        },
      );
  };
}

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
