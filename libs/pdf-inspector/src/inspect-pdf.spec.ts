import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { PDFName, PDFString } from '@cantoo/pdf-lib';
import { objectStream, pdfBy, stream, writtenPdf } from '@caredrop/testing/pdfs';
import fc from 'fast-check';
import { inspectPdf } from './inspect-pdf.js';

const found = (file: Buffer) => [...inspectPdf(file)].sort();
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const MiB = 1024 * 1024;

describe('a PDF without active content', () => {
  it.each([true, false])(
    'an ordinary PDF from a PDF library is clean (object streams: %s)',
    async (packed) => {
      expect(found(await writtenPdf(undefined, { plain: !packed }))).toEqual([]);
    },
  );

  it('a PDF that mentions scripts and launches only in text or as names of its fonts and pictures is clean', () => {
    const text = '(see https://developer.mozilla.org/docs/Web/JavaScript and /Launch /EmbeddedFile)';
    expect(found(pdfBy({ catalog: `/Info ${text} % /JavaScript\n` }))).toEqual([]);
    expect(found(pdfBy({ objects: [objectStream([`<< /URI ${text} >>`])] }))).toEqual([]);
    expect(
      found(pdfBy({ objects: ['<< /Font << /JS 3 0 R >> >>', '<< /XObject << /EF 3 0 R >> >>'] })),
    ).toEqual([]);
  });

  it('a PDF with a 4 MiB picture is clean', () => {
    expect(found(pdfBy({ objects: [stream('/Subtype /Image', randomBytes(4 * MiB))] }))).toEqual([]);
  });
});

describe('a PDF with active content', () => {
  it.each([
    ['a script when opened', pdfBy({ catalog: `/OpenAction ${script}` }), 'javascript'],
    ['a script among its names', pdfBy({ catalog: '/Names << /JavaScript 4 0 R >>' }), 'javascript'],
    [
      'a script in a 3D view',
      pdfBy({ objects: [stream('/Type /3D /OnInstantiate 5 0 R', Buffer.from('x'))] }),
      'javascript',
    ],
    ['a form with programs', pdfBy({ catalog: '/AcroForm << /XFA 4 0 R >>' }), 'javascript'],
    ['a program to start', pdfBy({ objects: ['<< /S /Launch /F (cmd.exe) >>'] }), 'launch'],
    ['a file attached', pdfBy({ catalog: '/Names << /EmbeddedFiles 4 0 R >>' }), 'attachments'],
    [
      'a file specification without a type',
      pdfBy({ objects: ['<< /F (x) /EF << /F 5 0 R >> >>'] }),
      'attachments',
    ],
    [
      'a file attached to an annotation',
      pdfBy({ objects: ['<< /Subtype /FileAttachment >>'] }),
      'attachments',
    ],
    ['Flash', pdfBy({ objects: ['<< /Subtype /RichMedia >>'] }), 'attachments'],
  ])('active content is found: %s', (_what, file, finding) => {
    expect(found(file)).toEqual([finding]);
  });

  it.each([true, false])(
    'a script and an attachment written by a PDF library are found (object streams: %s)',
    async (packed) => {
      const scripted = await writtenPdf((pdf) => pdf.addJavaScript('main', 'app.alert(1)'), {
        plain: !packed,
      });
      const attached = await writtenPdf((pdf) => pdf.attach(Buffer.from('MZ'), 'setup.exe'), {
        plain: !packed,
      });
      expect([found(scripted), found(attached)]).toEqual([['javascript'], ['attachments']]);
    },
  );

  it.each([
    ['a name with escapes', pdfBy({ catalog: '/OpenAction << /S /J#61vaScr#69pt >>' })],
    ['a name made of escapes', pdfBy({ objects: ['<< /S /#4a#61#76#61#53#63#72#69#70#74 >>'] })],
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
      'a stream with escapes in its keys',
      pdfBy({ objects: [objectStream([script]).toString('latin1').replace('/First', '/#46irst')] }),
    ],
    [
      'a plain object stream',
      pdfBy({ objects: [objectStream([script], { extra: '', pack: (data) => data })] }),
    ],
    [
      'deflated data without a zlib header',
      pdfBy({ objects: [objectStream([script], { pack: deflateRawSync })] }),
    ],
    ['the middle of a text in an object stream', pdfBy({ objects: [middleOfText()] })],
    ['an index with wrong offsets', pdfBy({ objects: [lyingIndex()] })],
    ['spaces before its data', pdfBy({ objects: [spacedStream()] })],
    ['an object that ends where the index says', pdfBy({ objects: ['<< /S 51 0 R >>', joined('deflated')] })],
    ['an object that ends with its stream', pdfBy({ objects: ['<< /S 51 0 R >>', joined('plain')] })],
    [
      'the data of a picture',
      pdfBy({ objects: [stream('/Subtype /Image', Buffer.from(`xx 9 0 obj ${script} endobj`))] }),
    ],
    [
      'a wrong length',
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
  ])('a hidden script is found: %s', (_how, file) => {
    expect(found(file)).toEqual(['javascript']);
  });

  /** Read from the front, the bytes that the index points at are part of a string. */
  function middleOfText(): Buffer {
    const data = Buffer.from(`50 0 51 8 (unended${script} )`, 'latin1');
    return stream('/Type /ObjStm /N 2 /First 10 /Filter /FlateDecode', deflateSync(data));
  }

  /** Every offset points beyond the end; the objects are found only by reading from the front. */
  function lyingIndex(): Buffer {
    const data = Buffer.from(`50 900 51 901 << >> ${script}`, 'latin1');
    return stream('/Type /ObjStm /N 2 /First 14 /Filter /FlateDecode', deflateSync(data));
  }

  /** A name without a separator after it: only the index or the end of the stream shows where it ends. */
  function joined(packing: 'plain' | 'deflated'): Buffer {
    if (packing === 'plain')
      return unseparated(stream('/Type /ObjStm /N 1 /First 5', Buffer.from('51 0 /JavaScript')));
    const data = Buffer.from('51 0 52 11 /JavaScript3');
    return stream('/Type /ObjStm /N 2 /First 11 /Filter /FlateDecode', deflateSync(data));
  }

  function unseparated(object: Buffer): Buffer {
    return Buffer.from(object.toString('latin1').replace('\nendstream', 'endstream'), 'latin1');
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

describe('a PDF that contacts another computer when it is opened', () => {
  const unc = '(\\\\\\\\203.0.113.5\\\\share\\\\x.pdf)';
  const address = '<< /S /URI /URI (http://203.0.113.5/seen) >>';
  const link = `<< /Type /Annot /Subtype /Link /A ${address} >>`;

  it.each([
    ['another document on a share', pdfBy({ catalog: `/OpenAction << /S /GoToR /F ${unc} /D [0 /Fit] >>` })],
    ['a document within another', pdfBy({ objects: [`<< /S /GoToE /F ${unc} >>`] })],
    ['a form that submits itself', pdfBy({ objects: ['<< /S /SubmitForm /F (http://203.0.113.5/) >>'] })],
    ['data to import', pdfBy({ objects: [`<< /S /ImportData /F ${unc} >>`] })],
    ['a film', pdfBy({ objects: ['<< /Subtype /Movie /Movie << /F (x.avi) >> >>'] })],
    ['a film in a rendition', pdfBy({ objects: ['<< /S /Rendition /R 5 0 R >>'] })],
    ['a thread of another document', pdfBy({ objects: ['<< /S /Thread /F (other.pdf) /D 0 >>'] })],
    ['an action with escapes in its name', pdfBy({ objects: ['<< /S /#47oToR /F (x.pdf) >>'] })],
    ['an action in an object stream', pdfBy({ objects: [objectStream([`<< /S /GoToR /F ${unc} >>`])] })],
    ['an address that opens with the file', pdfBy({ catalog: `/OpenAction ${address}` })],
    ['an address by reference', pdfBy({ catalog: '/OpenAction 4 0 R', objects: [address] })],
    ['an address after a harmless action', pdfBy({ catalog: `/OpenAction << /S /GoTo /Next ${address} >>` })],
    [
      'an address in a list of actions by reference',
      pdfBy({ catalog: '/OpenAction << /Next 4 0 R >>', objects: ['[5 0 R /X]', address] }),
    ],
    ['an address when a page is shown', pdfBy({ objects: [`<< /Type /Page /AA << /O ${address} >> >>`] })],
    [
      'an address when a page is shown, by reference',
      pdfBy({ objects: ['<< /Type /Page /AA 5 0 R >>', '<< /O 6 0 R >>', address] }),
    ],
    [
      'an address in an object stream',
      pdfBy({ catalog: '/OpenAction 50 0 R', objects: [objectStream([address])] }),
    ],
    [
      'an address next to a harmless action with the same key',
      pdfBy({ catalog: `/OpenAction [3 0 R /Fit] /OpenAction ${address}` }),
    ],
    [
      'an address in an object with a comment in its header',
      pdfBy({ catalog: '/OpenAction 9 0 R', objects: [`<< >> endobj 9 0 % x\n obj ${address}`] }),
    ],
    ['a file on a share', pdfBy({ objects: [`<< /Type /Filespec /F ${unc} >>`] })],
    ['a file on a share in UTF-16', pdfBy({ objects: ['<< /UF <feff005c005c0068> >>'] })],
    ['a file on a share with slashes', pdfBy({ objects: ['<< /F (//203.0.113.5/x) >>'] })],
    ['a file at an address', pdfBy({ objects: ['<< /FS /URL /F (example.org/x) >>'] })],
    ['a file named by reference', pdfBy({ objects: ['<< /F 5 0 R >>', unc] })],
    ['a stream that lies elsewhere', pdfBy({ objects: [stream('/F (data.bin)', Buffer.from(''))] })],
    [
      'a page of another file',
      pdfBy({ objects: [stream('/Subtype /Form /Ref << /F (x.pdf) /Page 0 >>', Buffer.from(''))] }),
    ],
  ])('remote access is found in a PDF with %s', (_what, file) => {
    expect(found(file)).toEqual(['remote']);
  });

  it.each(['AES-256', 'AES-128', 'RC4-128'] as const)(
    'remote access is found in an encrypted PDF that needs no password (%s)',
    async (algorithm) => {
      const encryption = { algorithm, userPassword: '', ownerPassword: 'o', allowWeakCryptography: true };
      for (const plain of [true, false]) {
        const share = await writtenPdf(
          (pdf) =>
            pdf.context.register(pdf.context.obj({ Type: 'Filespec', F: PDFString.of('\\\\\\\\host\\\\x') })),
          { encryption, plain },
        );
        const opens = await writtenPdf(
          (pdf) =>
            pdf.catalog.set(
              PDFName.of('OpenAction'),
              pdf.context.register(pdf.context.obj({ S: 'URI', URI: PDFString.of('http://203.0.113.5') })),
            ),
          { encryption, plain },
        );
        expect([found(share), found(opens)]).toEqual([['remote'], ['remote']]);
      }
    },
  );

  it('links that need a click, a start page and references inside the file are not remote access', () => {
    expect(found(pdfBy({ objects: [link, '<< /URI (https://example.org) /S /URI >>'] }))).toEqual([]);
    expect(found(pdfBy({ catalog: '/OpenAction [3 0 R /Fit]', objects: [link] }))).toEqual([]);
    const page = `<< /Type /Page /Annots [${link}] /AA << /O << /S /GoTo /D [5 0 R /Fit] >> >> >>`;
    expect(found(pdfBy({ catalog: '/OpenAction 4 0 R', objects: ['[5 0 R /Fit]', page] }))).toEqual([]);
    expect(
      found(pdfBy({ objects: ['<< /Subtype /Link /F 4 >>', '<< /Title (\\\\\\\\srv\\\\a) >>'] })),
    ).toEqual([]);
    expect(found(pdfBy({ objects: ['<< /F (letter.pdf) >>', stream('/F /Fl', deflateSync('x'))] }))).toEqual(
      [],
    );
  });
});

describe('streams that may hold objects', () => {
  const script = '<< /S /JavaScript /JS (x) >>';
  const index = Buffer.from(`50 5 ${script}`);
  const xref = '<< /W [1 2 1] /Size 9 >> stream\nx\nendstream';

  it('an object stream without /Type and /First is read, because some viewers read it', () => {
    expect(found(pdfBy({ objects: [stream('/N 1', index)] }))).toEqual(['javascript']);
    const packed = stream('/N 1 /Filter /FlateDecode', deflateSync(index));
    expect(found(pdfBy({ objects: [packed] }))).toEqual(['javascript']);
    expect(found(pdfBy({ objects: [stream('/N 1 /F /Fl', deflateSync(index))] }))).toEqual(['javascript']);
  });

  it('a colour profile is not read as an object stream', () => {
    const profile = Buffer.concat([Buffer.from([0, 0, 12, 72]), Buffer.from('Lino\x02\x10\0\0mntrRGB XYZ ')]);
    for (const [said, data] of [
      ['', profile],
      ['/Filter /FlateDecode', deflateSync(profile)],
      ['/Filter /LZWDecode', profile],
    ] as const)
      expect(found(pdfBy({ objects: [stream(`/N 3 /Alternate /DeviceRGB ${said}`, data)] }))).toEqual([]);
  });

  it('a PDF is uncheckable if a cross-reference stream may point into a stream of unknown compression', () => {
    expect(found(pdfBy({ objects: [xref, stream('/N 1 /Filter /LZWDecode', index)] }))).toEqual([
      'uncheckable',
    ]);
  });
});

describe('truncated PDFs', () => {
  it('a PDF that ends within an object, or without its end marks and pages, or after its first part, is incomplete', async () => {
    const files = [await writtenPdf(), await writtenPdf(undefined, { plain: true }), pdfBy({})];
    for (const file of files) {
      const half = file.subarray(0, Math.floor(file.length / 2));
      expect(found(half)).toContain('incomplete');
    }
    expect(found(Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'))).toEqual(['incomplete']);
    const firstPart =
      '1 0 obj << /Linearized 1 >> endobj 2 0 obj << /Type /Catalog >> endobj startxref 0\n%%EOF';
    expect(found(Buffer.from(`%PDF-1.4\n${firstPart}`))).toEqual(['incomplete']);
  });

  it('a PDF that is merely malformed is not reported as incomplete', () => {
    const whole = pdfBy({}).toString('latin1');
    for (const odd of [
      '%PDF-1.4 hello',
      '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF',
      whole.slice(0, whole.indexOf('xref')),
      `${whole}some text that a mail program added`,
    ])
      expect(found(Buffer.from(odd, 'latin1'))).not.toContain('incomplete');
  });
});

describe('encrypted PDFs', () => {
  const algorithms = ['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const;
  const encryption = (algorithm: (typeof algorithms)[number], userPassword: string) => ({
    algorithm,
    userPassword,
    ownerPassword: 'owner',
    allowWeakCryptography: true,
  });

  it.each(algorithms)('an encrypted PDF that needs no password is inspected (%s)', async (algorithm) => {
    const options = { encryption: encryption(algorithm, '') };
    expect(found(await writtenPdf(undefined, options))).toEqual([]);
    expect(found(await writtenPdf(undefined, { ...options, plain: true }))).toEqual([]);
    const scripted = await writtenPdf((pdf) => pdf.addJavaScript('main', 'app.alert(1)'), options);
    expect(found(scripted)).toEqual(['javascript']);
  });

  it.each(algorithms)(
    'an encrypted PDF that needs a password is reported as such (%s)',
    async (algorithm) => {
      const options = { encryption: encryption(algorithm, 'secret') };
      expect(found(await writtenPdf(undefined, options))).toEqual(['password']);
    },
  );

  it('a PDF encrypted for certificates is reported as needing a password', () => {
    const file = pdfBy({ trailer: '/Encrypt 4 0 R', objects: ['<< /Filter /Adobe.PubSec /V 4 >>'] });
    expect(found(file)).toEqual(['password']);
  });

  it('a PDF that contains the word Encrypt without being encrypted is clean', () => {
    expect(found(pdfBy({ trailer: '/Encrypt null', catalog: '/T (/Encrypt 4 0 R)' }))).toEqual([]);
  });
});

describe('PDFs that cannot be inspected', () => {
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
    ['is nested too deeply', '['.repeat(100_000)],
    ['costs too much work', '( 1 0 obj '.repeat(MiB / 4)],
  ])('a PDF is uncheckable when its content %s', (_how, object) => {
    expect(found(pdfBy({ objects: [object] }))).toContain('uncheckable');
  });

  it.each([
    ['150,000 versions of an object', 'remote', () => 'obj<</URI 1>>\n'.repeat(150_000)],
    ['500,001 versions of an object', 'uncheckable', () => 'obj<</URI 1>>\n'.repeat(500_001)],
    ['4,200,000 references', 'uncheckable', () => `obj[${'1 0 R '.repeat(60_000)}]\n`.repeat(70)],
  ])('a PDF with %s keeps its other findings and is %s', (_what, finding, content) => {
    const file = pdfBy({ catalog: '/OpenAction 9 0 R', objects: [script, content()] });
    expect(found(file)).toEqual(['javascript', finding]);
  });

  it('a file with a PDF header and no PDF inside is unreadable, not uncheckable', () => {
    expect(found(Buffer.from('%PDF-1.4 hello'))).toEqual(['unreadable']);
    expect(found(Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(100_000)]))).toEqual(['unreadable']);
    expect(found(pdfBy({}).subarray(0, 60))).not.toContain('uncheckable');
  });

  it('inspectPdf never throws on random PDF tokens', () => {
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
