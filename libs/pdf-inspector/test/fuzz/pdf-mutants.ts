import { deflateSync } from 'node:zlib';
import type { Random } from '@caredrop/testing/fuzz';

/** Active parts of a PDF; each is refused by one rule of the policy. */
const active = [
  '/OpenAction <</S/JavaScript/JS(app.alert\\(1\\))>>',
  '/OpenAction <</S/URI/URI(http://203.0.113.5/x)>>',
  '/OpenAction <</S/GoTo/D[3 0 R/Fit]/Next[<</S/URI/URI(http://203.0.113.5/x)>>]>>',
  '/OpenAction <</S/Launch/F(cmd.exe)>>',
  '/OpenAction <</S/GoToR/F(\\\\\\\\host\\\\share\\\\a.pdf)/D[0/Fit]>>',
  '/AA <</WC<</S/GoToE/T<</R/C/N(a)>>/D[0/Fit]>>>>',
  '/AA <</WC<</S/URI/URI(http://203.0.113.5/x)>>>>',
  '/AA <</O<</S/SubmitForm/F<</FS/URL/F(http://203.0.113.5/x)>>>>>>',
  '/AA <</O<</S/ImportData/F(a.fdf)>>>>',
  '/Names <</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>',
  '/Names <</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a.exe)/EF<</F 6 0 R>>>>]>>>>',
  '/AcroForm <</XFA 6 0 R/Fields[]>>',
  '/Annots [<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS<</F(a)/EF<</F 6 0 R>>>>>>]',
  '/Annots [<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>]',
  '/Annots [<</Type/Annot/Subtype/Movie/Rect[0 0 9 9]/Movie<</F(a.avi)>>>>]',
  '/Thumb <</F(\\\\\\\\host\\\\share\\\\a)>>',
];
const harmless = [
  '/Info (see /JavaScript)',
  '/Annots [<</Subtype/Link/A<</S/URI/URI(http://example.org)>>>>]',
  '/OpenAction [3 0 R/Fit]',
  '/Lang <656e>',
  '/Metadata 6 0 R',
  '/X /#41',
];
const tokens = [
  ...'% \0 \f ( ) < > << >> [ ] { } / # \\ - + . 0 R 9 \r \x85 \xa0 \xff \x0b'.split(' '),
  ...[
    '\n',
    ' ',
    '\r\n',
    '%c\n',
    '%c\r',
    'obj',
    'endobj',
    'stream\n',
    'endstream',
    'null',
    '1 0 R',
    '#4',
    '#00',
    '#zz',
  ],
  ...[
    '\\)',
    '(x',
    '<4a',
    'xref',
    'trailer',
    'startxref',
    '/Type',
    '()',
    '<>',
    '1 0 obj',
    'endobj 7 0 obj',
    '--1',
    '1.',
  ],
];
const streamEntries = [
  '/Type/ObjStm',
  '/Type/XRef',
  '/Filter/FlateDecode',
  '/Filter/Fl',
  '/Filter[/FlateDecode]',
  '/Filter[/ASCIIHexDecode/FlateDecode]',
  '/Filter[/Crypt/FlateDecode]',
  '/Filter 8 0 R',
  '/Filter null',
  '/Filter[]',
  '/F/Fl',
  '/F(a)',
  '/DecodeParms<</Predictor 12/Columns 4>>',
  '/DecodeParms[null]',
  '/Extends 6 0 R',
  '/N 0',
  '/N 1',
  '/N 3',
  '/N -1',
  '/N 8 0 R',
  '/First 0',
  '/First 5',
  '/First 8 0 R',
  '/Length 0',
  '/Length 9',
  '/Length 99999',
  '/Length 8 0 R',
];

interface Layout {
  /** The objects from number 1 on; null for an object that is in the object stream. */
  plain: (string | null)[];
  packed: { number: number; text: string }[];
}

/**
 * Makes a damaged PDF: in a quarter of cases, a changed file of the corpus; otherwise a small new PDF, usually with
 * active content, whose text, packing and tables may be damaged.
 */
export function mutatePdf(random: Random, corpus: Buffer[]): Buffer {
  if (random.int(4) === 0) return changed(random, random.pick(corpus), 1 + random.int(5));
  const file = assemble(random, layOut(random));
  return random.int(3) > 0 ? file : changed(random, file, 1 + random.int(3));
}

function layOut(random: Random): Layout {
  const entry = () => random.pick(random.int(5) === 0 ? harmless : active);
  const texts = [
    `<</Type/Catalog/Pages 2 0 R ${entry()}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9] ${random.int(3) === 0 ? entry() : ''}>>`,
    `<<${entry()}>>`,
    '(text)',
    '<</Length 1>>stream\nx\nendstream',
    random.pick(['[1 0 R]', '/JavaScript', '<</S/URI/URI(//host/x)>>', '(\\\\\\\\host)']),
    random.pick(['/FlateDecode', '3', '5', '[/FlateDecode]']),
  ];
  const changes = random.int(5);
  for (let n = 0; n < changes; n += 1) {
    const at = random.int(texts.length);
    texts[at] = changedText(random, texts[at] ?? '', texts);
  }
  const packs = random.int(2) === 0;
  const isPacked = texts.map((_text, index) => packs && index !== 5 && random.int(2) === 0);
  return {
    plain: texts.map((text, index) => (isPacked[index] ? null : text)),
    packed: texts.flatMap((text, index) => (isPacked[index] ? [{ number: index + 1, text }] : [])),
  };
}

const textChanges: Array<(random: Random, text: string, all: string[]) => string> = [
  (random, text) => insert(text, random.int(text.length + 1), random.pick(tokens)),
  (random, text) => insert(text, boundary(random, text), random.pick(tokens)),
  (random, text) => insert(text, boundary(random, text), random.pick(tokens)),
  // Encodes a letter as `#` and two digits, as in a name, correctly or nearly so.
  (random, text) => {
    const at = random.int(text.length);
    const hex = (text.charCodeAt(at) || 0).toString(16).padStart(2, '0');
    return /[A-Za-z]/.test(text[at] ?? '')
      ? text.slice(0, at) +
          random.pick([`#${hex}`, `#${hex.toUpperCase()}`, `#${hex}#`, `#0${hex}`]) +
          text.slice(at + 1)
      : text;
  },
  (random, text) => {
    const at = random.int(text.length);
    return text.slice(0, at) + text.slice(at + 1 + random.int(6));
  },
  (random, text) => {
    const at = random.int(text.length);
    return insert(text, at, text.slice(at, at + random.int(30)));
  },
  (random, text, all) => insert(text, boundary(random, text), random.pick(all)),
  // A whole object within a text, a comment, the data of a stream, or a dictionary left open.
  (random, text) =>
    random.pick([
      `(${text})`,
      `% ${text}`,
      `<</Length 3>>stream\n9 0 obj ${text} endobj endstream`,
      `<</X ${text}`,
    ]),
  (_random, text) =>
    text.replace(
      /\(([^()\\]*)\)/,
      (_all, inner: string) => `<${Buffer.from(inner, 'latin1').toString('hex')}>`,
    ),
  // The same key twice.
  (random, text) =>
    text.replace(
      /<<(\/\w+)/,
      (_all, key: string) => `<<${key} ${random.pick(['null', '1', '/X', '[]', '5 0 R'])}${key}`,
    ),
  // Replaces a value by a reference.
  (random, text) =>
    text.replace(
      /(\/OpenAction|\/AA|\/S|\/JS|\/URI|\/F|\/Next|\/Names) ?(<<|\/|\[|\()/,
      `$1 ${String(4 + random.int(5))} 0 R/Y$2`,
    ),
];

const insert = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at);

function boundary(random: Random, text: string): number {
  const places = [...text.matchAll(/[/<>[\]()]| /g)].map(({ index }) => index);
  return places.length === 0 ? 0 : random.pick(places) + random.int(2);
}

const changedText = (random: Random, text: string, all: string[]) =>
  text.length === 0 ? text : random.pick(textChanges)(random, text, all);

function assemble(random: Random, { plain, packed }: Layout): Buffer {
  const parts: Buffer[] = [
    Buffer.from(random.pick(['%PDF-1.7\n', '%PDF-1.4\r', '\n%PDF-1.7\n%\xe2\xe3\n']), 'latin1'),
  ];
  const places = new Map<number, number>();
  const put = (number: number, body: Buffer) => {
    places.set(number, Buffer.concat(parts).length);
    parts.push(Buffer.from(head(random, number), 'latin1'), body, Buffer.from(random.pick(ends), 'latin1'));
  };
  plain.forEach((text, index) => {
    if (text !== null) put(index + 1, Buffer.from(text, 'latin1'));
  });
  const container = plain.length + 1;
  if (packed.length > 0) put(container, objectStream(random, packed));
  const start = Buffer.concat(parts).length;
  if (random.int(5) === 0) parts.push(Buffer.from('trailer <</Root 1 0 R>>\n'));
  else if (packed.length > 0) parts.push(xrefStream(random, places, packed, container, start));
  else parts.push(Buffer.from(xrefTable(random, places, container, start)));
  return Buffer.concat(parts);
}

const ends = ['\nendobj\n', '\nendobj\n', '\nendobj\n', ' ', 'endobj ', '\nendobj\r%x\r'];

function head(random: Random, number: number): string {
  if (random.int(8) > 0) return `${String(number)} 0 obj\n`;
  const gap = () =>
    random.pick([' ', '\n', '\0', '%c\n', '\t', '\f', '\r', '', '+', '-', '.', '/', '(', '\xa0']);
  return `${random.pick(['', '0', '+', '-', '0000000000'])}${String(number)}${gap()}0${gap()}obj${gap()}`;
}

function objectStream(random: Random, packed: Layout['packed']): Buffer {
  const separator = random.pick([' ', '\n', '\n', '% \n', '']);
  let body = '';
  const index = packed.map(({ number, text }) => {
    const at = body.length;
    body += text + separator;
    return `${String(number)} ${String(random.int(20) === 0 ? at + random.int(9) : at)}`;
  });
  let front = `${index.join(random.pick([' ', '\n', ' ', '%\n']))} `;
  if (random.int(12) === 0) front = changedText(random, front, []);
  const content = Buffer.from(front + body, 'latin1');
  const deflated = random.int(4) > 0;
  const data = deflated ? deflateSync(content) : content;
  let dict = `/Type/ObjStm/N ${String(packed.length)}/First ${String(front.length)}/Length ${String(data.length)}${deflated ? '/Filter/FlateDecode' : ''}`;
  if (random.int(3) === 0)
    dict = random.pick([`${dict}${random.pick(streamEntries)}`, `${random.pick(streamEntries)}${dict}`]);
  if (random.int(5) === 0) dict = changedText(random, dict, streamEntries);
  const begin =
    random.int(8) === 0
      ? random.pick(['stream\r', 'stream', 'stream ', 'stream \r\n', 'stream%\n', 'stream\n\n'])
      : 'stream\n';
  const end = random.pick(['\nendstream', '\nendstream', 'endstream', '\nendobj', '']);
  return Buffer.concat([Buffer.from(`<<${dict}>>${begin}`, 'latin1'), data, Buffer.from(end)]);
}

function xrefTable(random: Random, places: Map<number, number>, container: number, start: number): string {
  const row = (place: number | undefined) =>
    `${String(place ?? 0).padStart(10, '0')} 00000 ${place === undefined ? 'f' : 'n'} \n`;
  const rows = Array.from({ length: container - 1 }, (_, index) => row(places.get(index + 1)));
  const off = random.int(6) === 0 ? random.int(40) - 20 : 0;
  const extra =
    random.int(6) === 0
      ? random.pick([...active, '/Prev 9', '/XRefStm 20', '/Encrypt null', '/Encrypt 4 0 R', '/ID[()()]'])
      : '';
  return `xref\n0 ${String(container)}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ${String(container)}/Root 1 0 R${extra}>>\nstartxref\n${String(start + off)}\n%%EOF\n`;
}

function xrefStream(
  random: Random,
  places: Map<number, number>,
  packed: Layout['packed'],
  container: number,
  start: number,
): Buffer {
  const rows = Array.from({ length: container + 2 }, (_, number) => {
    const row = Buffer.alloc(5);
    const inside = packed.findIndex((one) => one.number === number);
    const place = number === container + 1 ? start : places.get(number);
    if (inside >= 0) {
      row[0] = 2;
      row.writeUInt16BE(container, 1);
      row.writeUInt16BE(random.int(25) === 0 ? random.int(9) : inside, 3);
    } else if (place !== undefined) {
      row[0] = 1;
      row.writeUInt16BE(place, 1);
    }
    return row;
  });
  const data = deflateSync(Buffer.concat(rows));
  let dict = `/Type/XRef/W[1 2 2]/Size ${String(container + 2)}/Root 1 0 R/Filter/FlateDecode/Length ${String(data.length)}`;
  if (random.int(8) === 0) dict = changedText(random, dict, streamEntries);
  return Buffer.concat([
    Buffer.from(`${String(container + 1)} 0 obj<<${dict}>>stream\n`, 'latin1'),
    data,
    Buffer.from(`\nendstream endobj\nstartxref\n${String(start)}\n%%EOF\n`),
  ]);
}

/** Replaces, cuts and repeats bytes, and inserts PDF delimiters and keywords, at any position. */
function changed(random: Random, seed: Buffer, changes: number): Buffer {
  let file = Buffer.from(seed);
  for (let n = 0; n < changes && file.length > 1; n += 1) {
    const at = random.int(file.length);
    const length = random.int(Math.min(48, file.length - at));
    file = random.pick([
      () => Buffer.concat([file.subarray(0, at), random.bytes(1), file.subarray(at + 1)]),
      () => Buffer.concat([file.subarray(0, at), file.subarray(at + length)]),
      () => Buffer.concat([file.subarray(0, at), file.subarray(at, at + length), file.subarray(at)]),
      () =>
        Buffer.concat([file.subarray(0, at), Buffer.from(random.pick(tokens), 'latin1'), file.subarray(at)]),
      () =>
        Buffer.concat([
          file.subarray(0, at),
          Buffer.from(random.pick(tokens), 'latin1'),
          file.subarray(at + 1),
        ]),
    ])();
  }
  return file;
}
