import { Writable } from 'node:stream';
import { requestContext } from '../context/request-context.js';
import { createLogger } from './logger.js';

function capture() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, logger: createLogger('token', 'info', sink) };
}

describe('createLogger', () => {
  it('a log line contains service and request id', () => {
    const { lines, logger } = capture();
    const context = { requestId: 'r-1', principal: null, publicOrigin: null, caller: null };
    requestContext.run(context, () => logger.info('hello'));
    expect(lines[0]).toMatchObject({ service: 'token', requestId: 'r-1', level: 'info', msg: 'hello' });
  });

  it.each([
    ...['password', 'token', 'authorization', 'cookie', 'comment', 'phoneNumber', 'smsPhoneNumber'],
    ...['fileName', 'file_name', 'body', 'url'],
  ])('the field %s is never logged', (field) => {
    const { lines, logger } = capture();
    const nested = { [field]: 'canary', deeper: { [field]: 'canary' } };
    logger.info({ [field]: 'canary', nested }, 'stored');
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it('extra properties of errors are not logged, except the code', () => {
    const { lines, logger } = capture();
    logger.error(
      { err: Object.assign(new Error('failed'), { response: { body: 'canary' }, code: 'E1' }) },
      'call failed',
    );
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(lines[0]).toMatchObject({ err: { message: 'failed', code: 'E1' } });
  });

  it('a line break in a value does not start a new log line', () => {
    const { lines, logger } = capture();
    logger.info({ code: 'a\n{"level":"error"}' }, 'x');
    expect(lines).toHaveLength(1);
  });
});
