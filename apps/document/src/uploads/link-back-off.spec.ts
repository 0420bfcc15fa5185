import { AppError } from '@caredrop/service-kit';
import { LinkBackOff } from './link-back-off.js';

const refused = new AppError(415, 'file_type_refused', 'refused');
const MINUTE = 60_000;
let now: number;
let backOff: LinkBackOff;
beforeEach(() => {
  now = 0;
  backOff = new LinkBackOff(() => now);
});

const refuse = (times: number, link = 'a') => {
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
  it('lets nine mistakes pass, then asks for a minute, then for twice as long each time', () => {
    refuse(9);
    expect(waitOf('a')).toBeUndefined();
    refuse(1);
    expect(waitOf('a')).toBe('60');
    now += MINUTE;
    expect(waitOf('a')).toBeUndefined();
    refuse(1);
    expect(waitOf('a')).toBe('120');
    refuse(20);
    expect(waitOf('a')).toBe('3600');
  });

  it('concerns one link only', () => {
    refuse(10);
    expect(waitOf('b')).toBeUndefined();
  });

  it('forgets a link that has sent nothing bad for six hours', () => {
    refuse(10);
    now += 6 * 60 * MINUTE;
    refuse(9);
    expect(waitOf('a')).toBeUndefined();
  });

  it('does not count what is not the file’s fault', () => {
    for (let n = 0; n < 20; n += 1) {
      backOff.note('a', new AppError(503, 'service_unavailable', 'busy'));
      backOff.note('a', new AppError(408, 'request_timeout', 'slow'));
      backOff.note('a', new Error('gone'));
    }
    expect(waitOf('a')).toBeUndefined();
  });

  it('remembers a bounded number of links, those refused last', () => {
    refuse(10, 'first');
    for (let n = 0; n < 10_000; n += 1) refuse(1, `link-${String(n)}`);
    expect(waitOf('first')).toBeUndefined();
  });
});
