import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { eventually } from '@caredrop/testing';
import { BrokerConnection } from './broker-connection.js';

/** One AMQP 0-9-1 method frame on channel 0. */
function frame(classAndMethod: string, args: Buffer): Buffer {
  const payload = Buffer.concat([Buffer.from(classAndMethod, 'hex'), args]);
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(payload.length, 3);
  return Buffer.concat([head, payload, Buffer.from([0xce])]);
}

const short = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const long = (value: number) => Buffer.concat([short(0), short(value)]);
const shortText = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const longText = (text: string) => Buffer.concat([long(text.length), Buffer.from(text)]);

const started = frame(
  '000a000a',
  Buffer.concat([Buffer.from([0, 9]), long(0), longText('PLAIN'), longText('en_US')]),
);
const tuned = frame('000a001e', Buffer.concat([short(0), long(0), short(0)]));
const opened = frame('000a0029', shortText(''));
const closed = frame('000a0032', Buffer.concat([short(320), shortText('CONNECTION_FORCED'), long(0)]));
/** Class and method of `connection.start-ok`, `connection.open` and `connection.close-ok`. */
const [START_OK, OPEN, CLOSE_OK] = ['000a000b', '000a0028', '000a0033'];

let server: Server;
let connections = 0;

/** Opens each connection and closes it in the same packet, as a broker that is shutting down may do. */
function serve(socket: Socket): void {
  connections += 1;
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      const hex = chunk.toString('hex');
      if (chunk.toString('latin1').startsWith('AMQP')) socket.write(started);
      if (hex.includes(START_OK)) socket.write(tuned);
      if (hex.includes(OPEN)) socket.write(Buffer.concat([opened, closed]));
      if (hex.includes(CLOSE_OK)) socket.end();
    });
}

beforeAll(async () => {
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

it('a connection that the broker closes during the handshake is retried', async () => {
  const { port } = server.address() as AddressInfo;
  const connection = new BrokerConnection({
    amqpUrl: `amqp://127.0.0.1:${String(port)}`,
    name: 'test',
    logger: pino({ level: 'silent' }),
    setUp: async (model) => void (await model.createConfirmChannel()),
  });
  connection.start();
  await eventually(() => expect(connections).toBeGreaterThanOrEqual(3));
  await connection.close();
});
