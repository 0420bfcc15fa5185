import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import twilio from 'twilio';
import { startTwilioEmulator, type TwilioEmulator } from '../src/backing/index.js';
import { eventually } from '../src/index.js';

interface Callback {
  params: Record<string, string>;
  signature: string;
}

let sms: TwilioEmulator;
let listener: Server;
let callbacks: Callback[];
let callbackUrl: string;
let rejections: number;

beforeEach(async () => {
  callbacks = [];
  rejections = 0;
  sms = await startTwilioEmulator({ stepMs: 5 });
  listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (rejections-- > 0) return response.writeHead(503).end();
      const params = Object.fromEntries(new URLSearchParams(body));
      callbacks.push({ params, signature: String(request.headers['x-twilio-signature']) });
      return response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  callbackUrl = `http://127.0.0.1:${String((listener.address() as AddressInfo).port)}/status?delivery=7`;
});

afterEach(async () => {
  await sms.stop();
  listener.close();
});

/** Twilio's own client, connected to the emulator. */
function client(token = sms.authToken): twilio.Twilio {
  const real = twilio(sms.accountSid, token);
  const request = real.request.bind(real);
  real.request = (options) =>
    request({ ...options, uri: (options.uri ?? '').replace('https://api.twilio.com', sms.url) });
  return real;
}

const text = { from: '+15005550006', body: 'Please send your letter: http://127.0.0.1/upload?token=abc' };

test('the Twilio emulator accepts a message and reports its delivery through signed callbacks', async () => {
  const message = await client().messages.create({
    ...text,
    to: '+447700900123',
    statusCallback: callbackUrl,
  });
  expect(message).toMatchObject({ status: 'queued', errorCode: null, to: '+447700900123' });
  await eventually(() => {
    expect(callbacks.map(({ params }) => params.MessageStatus)).toEqual(['queued', 'sent', 'delivered']);
  });
  for (const { params, signature } of callbacks) {
    expect(params.MessageSid).toBe(message.sid);
    expect(twilio.validateRequest(sms.authToken, signature, callbackUrl, params)).toBe(true);
    expect(twilio.validateRequest('another token', signature, callbackUrl, params)).toBe(false);
  }
});

test('the Twilio emulator fails a message to a number ending in 0000 after accepting it', async () => {
  await client().messages.create({ ...text, to: '+447700900000', statusCallback: callbackUrl });
  await eventually(() => {
    expect(callbacks.at(-1)?.params).toMatchObject({ MessageStatus: 'failed', ErrorCode: '30003' });
  });
});

test('the Twilio emulator refuses a message to a number ending in 9999 at once', async () => {
  const refused = client().messages.create({ ...text, to: '+447700909999' });
  await expect(refused).rejects.toMatchObject({ status: 400, code: 21211 });
  expect(sms.messages).toHaveLength(0);
});

test('the Twilio emulator refuses a wrong token with 401', async () => {
  const refused = client('wrong').messages.create({ ...text, to: '+447700900123' });
  await expect(refused).rejects.toMatchObject({ status: 401, code: 20003 });
});

test('the Twilio emulator returns messages by id and by recipient', async () => {
  const { sid } = await client().messages.create({ ...text, to: '+447700900123' });
  await client().messages.create({ ...text, to: '+447700900124' });
  await eventually(async () => {
    expect(await client().messages(sid).fetch()).toMatchObject({ sid, status: 'delivered' });
  });
  const found = await client().messages.list({ to: '+447700900123' });
  expect(found.map((message) => message.sid)).toEqual([sid]);
  await expect(client().messages('SMnone').fetch()).rejects.toMatchObject({ status: 404 });
});

test('the Twilio emulator repeats a callback that failed with 503', async () => {
  rejections = 1;
  await client().messages.create({ ...text, to: '+447700900123', statusCallback: callbackUrl });
  await eventually(() => {
    expect(callbacks.map(({ params }) => params.MessageStatus)).toEqual(['queued', 'sent', 'delivered']);
  });
});

test('the Twilio emulator lists received messages at /messages', async () => {
  await client().messages.create({ ...text, to: '+447700900123' });
  const listed = (await (await fetch(`${sms.url}/messages`)).json()) as unknown[];
  expect(listed).toEqual([
    expect.objectContaining({ to: '+447700900123', body: text.body, from: text.from }),
  ]);
});
