import { randomBytes } from 'node:crypto';
import { ByteCollector } from './byte-collector.js';

describe('ByteCollector', () => {
  it.each([0, 10, 1_000_000, Number.MAX_SAFE_INTEGER])(
    'a byte collector joins chunks correctly with a size hint of %i',
    (hint) => {
      const chunks = [randomBytes(70_000), randomBytes(1), randomBytes(200_000)];
      const collector = new ByteCollector(300_000, hint);
      for (const chunk of chunks) expect(collector.add(chunk)).toBe(true);
      expect(collector.bytes().equals(Buffer.concat(chunks))).toBe(true);
    },
  );

  it('a byte collector accepts bytes up to its limit and not beyond', () => {
    const collector = new ByteCollector(5);
    expect(collector.add(Buffer.from('12345'))).toBe(true);
    expect(collector.add(Buffer.from('6'))).toBe(false);
    expect(collector.bytes().toString()).toBe('12345');
  });
});
