import { createLogger } from '@caredrop/service-kit';
import { pdfBy } from '../../../test/support/pdfs.js';
import { PdfInspector } from './pdf-inspector.js';

const MiB = 1024 * 1024;
const scripted = pdfBy({ objects: ['<< /S /JavaScript /JS (x) >>'] });
/** Many times more work than one millisecond. */
const slow = pdfBy({ objects: ['( 1 0 obj '.repeat(MiB / 4)] });
let lines: string[];
let inspector: PdfInspector;

function started(withinMs = 60_000): PdfInspector {
  lines = [];
  const logger = createLogger('document', 'info', { write: (line) => void lines.push(line) });
  inspector = new PdfInspector({ threads: 1, withinMs }, logger);
  return inspector;
}
afterEach(() => inspector.close());

describe('PdfInspector', () => {
  it('answers each file with what is in it, in whatever number they come', async () => {
    started();
    const found = await Promise.all([scripted, pdfBy({}), scripted].map((file) => inspector.run(file)));
    expect(found.map((findings) => [...findings])).toEqual([['javascript'], [], ['javascript']]);
  });

  it('leaves the file as it was', async () => {
    const file = Buffer.from(scripted);
    await started().run(file);
    expect(file.equals(scripted)).toBe(true);
  });

  it('ends a thread that takes too long, says so, and goes on with another', async () => {
    started(1);
    expect([...(await inspector.run(slow))]).toEqual(['uncheckable']);
    expect(lines.join()).toContain('its thread was ended');
    started();
    expect([...(await inspector.run(scripted))]).toEqual(['javascript']);
  });

  it('calls a file that does not fit uncheckable', async () => {
    expect([...(await started().run(Buffer.alloc(6 * MiB)))]).toEqual(['uncheckable']);
    expect([...(await inspector.run(scripted))]).toEqual(['javascript']);
  });

  const parts = ['()', '<<>>', '[1]', '/A ', '(\\n)', '<4>', '\\n', '/#41', '<</Filter/O/U/P>>', '/A<<'];
  it.each([...parts, '1 0 obj<</First 1>>stream\n'])(
    'fills no heap with a file of nothing but %j',
    async (part) => {
      started();
      for (const start of ['[', '('])
        await inspector.run(Buffer.from(`%PDF-1.7\n1 0 obj ${start}${part.repeat((4 * MiB) / part.length)}`));
      expect(lines).toEqual([]);
    },
  );
});
