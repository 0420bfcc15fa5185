import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { objectStream, pdfBy, stream, writtenPdf } from '../../../test/support/pdfs.js';
import { inspectPdf } from './inspect-pdf.js';

const found = (file: Buffer) => [...inspectPdf(file)].sort();
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const MiB = 1024 * 1024;

describe('a PDF without anything in it that acts', () => {
  it.each([true, false])('is clean as another program writes it (object streams: %s)', async (packed) => {
    expect(found(await writtenPdf(undefined, { plain: !packed }))).toEqual([]);
  });

  it('is clean when it only writes about such things', () => {
    const text = '(see https://developer.mozilla.org/docs/Web/JavaScript and /Launch /EmbeddedFile)';
    expect(found(pdfBy({ catalog: `/Info ${text} % /JavaScript\n` }))).toEqual([]);
    expect(found(pdfBy({ objects: [objectStream([`<< /URI ${text} >>`])] }))).toEqual([]);
    expect(
      found(pdfBy({ objects: ['<< /Font << /JS 3 0 R >> >>', '<< /XObject << /EF 3 0 R >> >>'] })),
    ).toEqual([]);
  });

  it('is clean with 4 MiB of picture in it', () => {
    expect(found(pdfBy({ objects: [stream('/Subtype /Image', randomBytes(4 * MiB))] }))).toEqual([]);
  });
});

describe('a PDF that acts', () => {
  it.each([
    ['a script when opened', pdfBy({ catalog: `/OpenAction ${script}` }), 'javascript'],
    ['a script among its names', pdfBy({ catalog: '/Names << /JavaScript 4 0 R >>' }), 'javascript'],
    ['a script in a film', pdfBy({ objects: ['<< /S /Rendition /JS 5 0 R >>'] }), 'javascript'],
    [
      'a script in a 3D view',
      pdfBy({ objects: [stream('/Type /3D /OnInstantiate 5 0 R', Buffer.from('x'))] }),
      'javascript',
    ],
    ['a form with programs', pdfBy({ catalog: '/AcroForm << /XFA 4 0 R >>' }), 'javascript'],
    ['a program to start', pdfBy({ objects: ['<< /S /Launch /F (cmd.exe) >>'] }), 'launch'],
    ['a file attached', pdfBy({ catalog: '/Names << /EmbeddedFiles 4 0 R >>' }), 'attachments'],
    ['a file under another name', pdfBy({ objects: ['<< /F (x) /EF << /F 5 0 R >> >>'] }), 'attachments'],
    ['a pin with a file', pdfBy({ objects: ['<< /Subtype /FileAttachment >>'] }), 'attachments'],
    ['Flash', pdfBy({ objects: ['<< /Subtype /RichMedia >>'] }), 'attachments'],
  ])('is found out: %s', (_what, file, finding) => {
    expect(found(file)).toEqual([finding]);
  });

  it.each([true, false])('is found out as another program writes it (object streams: %s)', async (packed) => {
    const scripted = await writtenPdf((pdf) => pdf.addJavaScript('main', 'app.alert(1)'), { plain: !packed });
    const attached = await writtenPdf((pdf) => pdf.attach(Buffer.from('MZ'), 'setup.exe'), {
      plain: !packed,
    });
    expect([found(scripted), found(attached)]).toEqual([['javascript'], ['attachments']]);
  });

  it.each([
    ['a name in numbers', pdfBy({ catalog: '/OpenAction << /S /J#61vaScr#69pt >>' })],
    ['a whole name in numbers', pdfBy({ objects: ['<< /S /#4a#61#76#61#53#63#72#69#70#74 >>'] })],
    ['no white space', pdfBy({ objects: ['<</S/JavaScript/JS(x)>>'] })],
    ['a name by reference', pdfBy({ objects: ['<< /S 5 0 R /JS 6 0 R >>', '/JavaScript'] })],
    ['comments between the words', pdfBy({ objects: ['<< /S % )\n /JavaScript % >>\n /JS (x) >>'] })],
    ['a text that seems not to end', pdfBy({ objects: ['<< /T (\\)) /S /JavaScript >>'] })],
    ['a dictionary closed too early', pdfBy({ objects: ['<< /T >> /S /JavaScript >>'] })],
    ['an object stream', pdfBy({ objects: [objectStream([script])] })],
    [
      'a stream that does not say it holds objects',
      pdfBy({ objects: [objectStream([script], { type: '/Type /XObject' })] }),
    ],
    [
      'a stream whose keys are in numbers',
      pdfBy({ objects: [objectStream([script]).toString('latin1').replace('/First', '/#46irst')] }),
    ],
    [
      'a plain object stream',
      pdfBy({ objects: [objectStream([script], { extra: '', pack: (data) => data })] }),
    ],
    ['deflate without its wrapping', pdfBy({ objects: [objectStream([script], { pack: deflateRawSync })] })],
    ['the middle of a text in an object stream', pdfBy({ objects: [middleOfText()] })],
    ['an index that lies', pdfBy({ objects: [lyingIndex()] })],
    ['spaces before its data', pdfBy({ objects: [spacedStream()] })],
    [
      'the data of a picture',
      pdfBy({ objects: [stream('/Subtype /Image', Buffer.from(`xx 9 0 obj ${script} endobj`))] }),
    ],
    [
      'a lying length',
      pdfBy({ objects: [`<< /Length 9999 >> stream\nx\nendstream endobj 9 0 obj ${script}`] }),
    ],
    ['the trailer itself', pdfBy({ trailer: `/Root << /OpenAction ${script} >>` })],
    [
      'an object that an update replaced',
      Buffer.concat([
        pdfBy({ catalog: `/OpenAction ${script}` }),
        update('<< /Type /Catalog /Pages 2 0 R >>'),
      ]),
    ],
    [
      'an object that an update added',
      Buffer.concat([pdfBy({}), update(`<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>`)]),
    ],
  ])('is found out behind %s', (_how, file) => {
    expect(found(file)).toEqual(['javascript']);
  });

  /** The index points at what, read from the front, is part of a text. */
  function middleOfText(): Buffer {
    const data = Buffer.from(`50 0 51 8 (unended${script} )`, 'latin1');
    return stream('/Type /ObjStm /N 2 /First 10 /Filter /FlateDecode', deflateSync(data));
  }

  /** Every offset points behind the end; read one after the other the objects are there. */
  function lyingIndex(): Buffer {
    const data = Buffer.from(`50 900 51 901 << >> ${script}`, 'latin1');
    return stream('/Type /ObjStm /N 2 /First 14 /Filter /FlateDecode', deflateSync(data));
  }

  function spacedStream(): Buffer {
    const text = objectStream([script]).toString('latin1');
    return Buffer.from(text.replace('stream\n', 'stream \t\r\n'), 'latin1');
  }

  function update(object: string): Buffer {
    return Buffer.from(
      `1 0 obj\n${object}\nendobj\nxref\n1 1\n0000009999 00000 n \ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF`,
    );
  }
});

describe('a protected PDF', () => {
  const algorithms = ['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const;
  const encryption = (algorithm: (typeof algorithms)[number], userPassword: string) => ({
    algorithm,
    userPassword,
    ownerPassword: 'owner',
    allowWeakCryptography: true,
  });

  it.each(algorithms)('that asks for no password is looked through (%s)', async (algorithm) => {
    const options = { encryption: encryption(algorithm, '') };
    expect(found(await writtenPdf(undefined, options))).toEqual([]);
    expect(found(await writtenPdf(undefined, { ...options, plain: true }))).toEqual([]);
    const scripted = await writtenPdf((pdf) => pdf.addJavaScript('main', 'app.alert(1)'), options);
    expect(found(scripted)).toEqual(['javascript']);
  });

  it.each(algorithms)('that asks for one says so (%s)', async (algorithm) => {
    const options = { encryption: encryption(algorithm, 'secret') };
    expect(found(await writtenPdf(undefined, options))).toEqual(['password']);
  });

  it('that is locked to certificates asks as well', () => {
    const file = pdfBy({ trailer: '/Encrypt 4 0 R', objects: ['<< /Filter /Adobe.PubSec /V 4 >>'] });
    expect(found(file)).toEqual(['password']);
  });

  it('is not one that has the word in it only', () => {
    expect(found(pdfBy({ trailer: '/Encrypt null', catalog: '/T (/Encrypt 4 0 R)' }))).toEqual([]);
  });
});

describe('a PDF that cannot be looked through', () => {
  it.each([
    ['unpacks to too much', objectStream(['x'.repeat(20 * MiB)])],
    ['is packed twice', objectStream([script], { extra: '/Filter [/FlateDecode /FlateDecode]' })],
    ['is packed in an unusual way', objectStream([script], { extra: '/Filter /LZWDecode' })],
    ['names its packing elsewhere', objectStream([script], { extra: '/Filter 9 0 R' })],
    [
      'hides behind a predictor',
      objectStream([script], { extra: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
    ],
    ['says twice where it begins', objectStream(['<< >>'], { type: '/First 999' })],
    ['holds rubbish', stream('/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode', Buffer.from('rubbish'))],
    ['does not say how much it holds', stream('/Type /ObjStm /N 5 0 R /First 5', Buffer.from('5 0 x'))],
    ['has an object of too many parts', `[${'()'.repeat(MiB)}`],
    [
      'says that it holds millions of objects',
      objectStream(['<< >>']).toString('latin1').replace('/N 1', '/N 9999999'),
    ],
    ['is nested too deep', '['.repeat(100_000)],
    ['costs too much work', '( 1 0 obj '.repeat(MiB / 4)],
  ])('is said to be: one that %s', (_how, object) => {
    expect(found(pdfBy({ objects: [object] }))).toContain('uncheckable');
  });

  it('is not one that merely is no PDF inside', () => {
    expect(found(Buffer.from('%PDF-1.4 hello'))).toEqual(['unreadable']);
    expect(found(Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(100_000)]))).toEqual(['unreadable']);
    expect(found(pdfBy({}).subarray(0, 60))).not.toContain('uncheckable');
  });

  it('never takes the service down, whatever it holds', () => {
    const words = [
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '/',
      '#',
      '%',
      'obj',
      ' 1 0 obj',
      'stream\n',
      'endstream',
      'endobj',
      'trailer',
      '/First',
      '/N',
      '/Filter',
      '/FlateDecode',
      '/Encrypt',
      '/Standard',
      '/O',
      '/U',
      '/P',
      '/V',
      '5',
      ' 0 R',
      '\\',
      '\n',
    ];
    const token = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }), fc.integer().map(String));
    fc.assert(
      fc.property(fc.array(token, { maxLength: 80 }), (tokens) => {
        inspectPdf(Buffer.from(`%PDF-1.7\n${tokens.join(' ')}`, 'latin1'));
      }),
      { numRuns: 1_000 },
    );
  });
});
