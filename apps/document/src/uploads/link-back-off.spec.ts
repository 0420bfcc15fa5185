import { appError, type AppError } from '@caredrop/service-kit';
import { LinkBackOff } from './link-back-off.js';

const refused = appError('file_type_refused');
const MINUTE = 60_000;
let now: number;
let backOff: LinkBackOff;
beforeEach(() => {
  now = 0;
  backOff = new LinkBackOff(() => now);
});

const reject = (times: number, link = 'a') => {
  for (let n = 0; n < times; n += 1) backOff.note(link, refused);
};
const waitOf = (link: string): string | undefined => {
  try {
    backOff.admit(link);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ status: 429, code: 'too_many_refused_files' });
    return (error as AppError).headers?.['retry-after'];
  }
};

describe('LinkBackOff', () => {
  it('a link is blocked for a minute after its tenth failure, and twice as long after each further failure, up to an hour', () => {
    reject(9);
    expect(waitOf('a')).toBeUndefined();
    reject(1);
    expect(waitOf('a')).toBe('60');
    now += MINUTE;
    expect(waitOf('a')).toBeUndefined();
    reject(1);
    expect(waitOf('a')).toBe('120');
    reject(20);
    expect(waitOf('a')).toBe('3600');
  });

  it('refused files of one link do not delay another link', () => {
    reject(10);
    expect(waitOf('b')).toBeUndefined();
  });

  it('refused files of a link are forgotten after six hours without a new one', () => {
    reject(10);
    now += 6 * 60 * MINUTE;
    reject(9);
    expect(waitOf('a')).toBeUndefined();
  });

  it('server errors and timeouts do not count as refused files of a link', () => {
    for (let n = 0; n < 20; n += 1) {
      backOff.note('a', appError('upload_unavailable'));
      backOff.note('a', appError('request_timeout'));
      backOff.note('a', new Error('gone'));
    }
    expect(waitOf('a')).toBeUndefined();
  });

  it('the oldest rejections are forgotten once 10,000 newer links have been refused', () => {
    reject(10, 'first');
    for (let n = 0; n < 10_000; n += 1) reject(1, `link-${String(n)}`);
    expect(waitOf('first')).toBeUndefined();
  });
});
