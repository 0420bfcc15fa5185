import { createHash, randomBytes } from 'node:crypto';
import type { Document } from '@caredrop/contracts';
import { aJpeg as realJpeg, eventually, people, readZip } from '@caredrop/testing';
import { objectStream, pdfBy, writtenPdf } from '@caredrop/testing/pdfs';
import { orientationOnly } from '../src/files/exif-orientation.js';
import { DocumentService } from './support/document-service.js';
import { zipped } from './support/eicar.js';
import { aPdf, multipart } from './support/multipart.js';
import { aJpeg, aPng, chunk, frame, segment, SOI } from './support/pictures.js';
import { upload } from './support/uploads.js';

let service: DocumentService;
beforeAll(async () => {
  service = await DocumentService.start();
});
afterAll(() => service.stop());

type File = { bytes: Buffer; name?: string; type?: string };
const jpegFile = (bytes: Buffer): File => ({ bytes, name: 'photo.jpg', type: 'image/jpeg' });
const pngFile = (bytes: Buffer): File => ({ bytes, name: 'photo.png', type: 'image/png' });

async function get(id: string) {
  const response = await service.call<{ document: Document }>('GET', `/documents/${id}`, { as: people.ana });
  return service.call(
    'GET',
    new URL(response.body.data.document.file_url ?? '').pathname.replace('/api', ''),
  );
}
async function accepted(file: File) {
  const link = service.token.newLink();
  const response = await upload(service, link, { file });
  expect([response.status, response.body.message]).toEqual([201, 'File uploaded successfully!']);
  return service.prisma.document.findUniqueOrThrow({ where: { tokenId: link.tokenId } });
}
/**
 * Expects that the file is rejected with this status, code and sentence, that nothing is stored and that the
 * link still works.
 */
async function refused(file: File, status: number, code: string, message: string) {
  const [link, before] = [service.token.newLink(), await service.objects()];
  const response = await upload(service, link, { file });
  expect([response.status, response.body.code, response.body.message]).toEqual([status, code, message]);
  await eventually(() => expect(link.claimId).toBeNull());
  expect(await service.objects()).toEqual(before);
  expect((await upload(service, link)).status).toBe(201);
}

describe('disguised files', () => {
  const only = 'Only JPG, PNG, and PDF files are allowed';
  it.each<[string, File]>([
    ['HTML named .jpg', jpegFile(Buffer.from('<!doctype html><script>alert(1)</script>'))],
    ['SVG named .png', pngFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'))],
    ['a zip named .jpg', jpegFile(zipped(Buffer.from('x')))],
    ['a zip named .pdf', { bytes: zipped(Buffer.from('x')) }],
    ['a program named .pdf', { bytes: Buffer.from(`MZ${'\0'.repeat(100)}`) }],
    ['HEIC named .jpg', jpegFile(Buffer.from('\0\0\0\x18ftypheic', 'latin1'))],
    ['a GIF named .jpg', jpegFile(Buffer.from('GIF89a\x01\0\x01\0', 'latin1'))],
    ['a PDF named .jpg', jpegFile(pdfBy({}))],
    [
      'a JPEG that opens as a PDF',
      jpegFile(Buffer.concat([SOI, segment(0xfe, pdfBy({})), aJpeg().subarray(2)])),
    ],
    [
      'a JPEG that opens as an archive (GIFAR)',
      jpegFile(Buffer.concat([aJpeg(), zipped(Buffer.from('x'), 'Evil.class')])),
    ],
    [
      'a PNG that opens as a page',
      pngFile(Buffer.concat([aPng(), Buffer.from('<html><script>x()</script>')])),
    ],
    ['a PDF that opens as an archive', { bytes: Buffer.concat([pdfBy({}), zipped(Buffer.from('x'))]) }],
    ['a PDF named .pdf.exe', { bytes: aPdf(), name: 'scan.pdf.exe' }],
    ['a PDF named .pdf.html', { bytes: aPdf(), name: 'scan.pdf.html' }],
    ['a PDF named .bat with a trailing dot', { bytes: aPdf(), name: 'scan.bat.' }],
    ['a PDF named .lnk with a trailing invisible space', { bytes: aPdf(), name: 'result.lnk\u200b' }],
    ['a PDF named .hta', { bytes: aPdf(), name: 'letter.hta' }],
  ])('a disguised file is refused with 415: %s', async (_what, file) => {
    await refused(file, 415, 'file_type_refused', only);
  });
});

describe('decompression bombs', () => {
  it.each<[string, File]>([
    ['a PNG of 50,000 by 50,000', pngFile(aPng({ width: 50_000, height: 50_000 }))],
    ['a JPEG of 65,000 by 65,000', jpegFile(aJpeg({ width: 65_000, height: 65_000 }))],
    [
      'a PNG that declares a small size first',
      pngFile(Buffer.concat([aPng(), aPng({ width: 50_000, height: 50_000 }).subarray(8)])),
    ],
  ])('a picture of more than 200 million pixels is refused: %s', async (_what, file) => {
    const said = 'The selected picture is too large to open: it has more than 200 million pixels';
    await refused(file, 422, 'image_too_large', said);
  });

  it('the largest images that phones and scanners produce are accepted', async () => {
    await accepted(jpegFile(aJpeg({ width: 16_320, height: 12_240 })));
    await accepted(pngFile(aPng({ width: 9_921, height: 14_031 })));
  });

  it('a picture cut in its header, or padded with thousands of chunks or large segments, is accepted', async () => {
    await accepted(pngFile(aPng().subarray(0, 30)));
    await accepted(jpegFile(aJpeg().subarray(0, 25)));
    const idat = Array.from({ length: 5_000 }, () => chunk('IDAT', 'x'));
    await accepted(pngFile(aPng({ width: 1, height: 1 }, ...idat)));
    const large = Array.from({ length: 40 }, () => segment(0xe9, 'x'.repeat(65_533)));
    const document = await accepted(jpegFile(aJpeg({ width: 8, height: 8 }, ...large)));
    expect((await get(document.id)).bytes.equals(aJpeg())).toBe(true);
  });
});

describe('incomplete pictures', () => {
  const said = 'The picture is incomplete: only part of it is here. Please take or download it again.';
  it.each<[string, File]>([
    ['a JPEG cut in its picture data', jpegFile(realJpeg().subarray(0, -40))],
    [
      'a JPEG whose second half is zeros',
      jpegFile(Buffer.concat([realJpeg().subarray(0, -40), Buffer.alloc(60)])),
    ],
    ['a PNG cut in its picture data', pngFile(aPng().subarray(0, 45))],
    ['a PNG without its end', pngFile(aPng().subarray(0, -12))],
  ])('an incomplete picture is refused and its link stays usable: %s', async (_what, file) => {
    await refused(file, 422, 'picture_incomplete', said);
  });

  it('a picture that cannot be parsed is accepted unchanged', async () => {
    const bytes = Buffer.from('\xff\xd8\xffanything', 'latin1');
    expect((await get((await accepted(jpegFile(bytes))).id)).bytes.equals(bytes)).toBe(true);
  });

  it('a JPEG with a broken frame header is accepted unchanged, whatever size the header declares', async () => {
    const size = frame({ width: 60_000, height: 60_000 });
    const broken = Buffer.concat([size.subarray(0, 2), Buffer.from([0xff, 0xff]), size.subarray(4)]);
    const bytes = Buffer.concat([SOI, broken]);
    expect((await get((await accepted(jpegFile(bytes))).id)).bytes.equals(bytes)).toBe(true);
  });
});

describe('PDF inspection', () => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
  const way =
    'To make a copy that we can take: open it on your phone, choose Share, then Print, and save it as a new PDF.';
  const active = [
    422,
    'file_active',
    `The selected PDF contains a program and was not accepted. ${way}`,
  ] as const;

  it.each<[string, Buffer]>([
    ['JavaScript', pdfBy({ catalog: `/OpenAction ${script}` })],
    ['JavaScript by another name', pdfBy({ catalog: '/OpenAction << /S /J#61vaScript /JS (x) >>' })],
    ['JavaScript in an object stream', pdfBy({ objects: [objectStream([script])] })],
    ['a program to start', pdfBy({ objects: ['<< /S /Launch /F (cmd.exe) >>'] })],
  ])('a PDF with %s is refused', async (_what, bytes) => {
    await refused({ bytes }, ...active);
  });

  it('a PDF with attachments, with a password or that cannot be checked is refused with its own message', async () => {
    const attached = await writtenPdf((pdf) => pdf.attach(Buffer.from('MZ'), 'setup.exe'));
    const locked = await writtenPdf(undefined, { encryption: { userPassword: 'u', ownerPassword: 'o' } });
    const strange = pdfBy({ objects: [objectStream(['<< >>'], { extra: '/Filter /LZWDecode' })] });
    await refused(
      { bytes: attached },
      422,
      'file_has_attachments',
      `The selected PDF has other files inside it and was not accepted. ${way}`,
    );
    await refused({ bytes: locked }, 422, 'file_protected', 'The selected file is password protected');
    await refused(
      { bytes: strange },
      422,
      'pdf_uncheckable',
      'The selected PDF could not be checked and was not accepted',
    );
  });

  it('a PDF that contacts another computer or is truncated is refused with its own message', async () => {
    const reaches = pdfBy({ catalog: '/OpenAction << /S /URI /URI (http://203.0.113.5) >>' });
    const whole = await writtenPdf();
    await refused(
      { bytes: reaches },
      422,
      'file_reaches_out',
      `The selected PDF is set up to contact another computer when it is opened, so it was not accepted. ${way}`,
    );
    await refused(
      { bytes: whole.subarray(0, Math.floor(whole.length / 2)) },
      422,
      'file_incomplete',
      'The selected PDF is incomplete: part of it is missing. Please download or scan it again and send the new file.',
    );
  });

  it('a PDF with only an owner password, an ordinary PDF and an unreadable PDF are stored unchanged', async () => {
    const owners = await writtenPdf(undefined, { encryption: { userPassword: '', ownerPassword: 'o' } });
    for (const bytes of [owners, await writtenPdf(), Buffer.from('%PDF-1.4 hello')]) {
      const { id } = await accepted({ bytes });
      expect((await get(id)).bytes.equals(bytes)).toBe(true);
    }
  });

  it('the operator’s settings decide which PDFs are accepted', async () => {
    const lenient = await DocumentService.start({ PDF_JAVASCRIPT: 'allow', PDF_UNREADABLE: 'refuse' });
    try {
      const send = (bytes: Buffer) => upload(lenient, lenient.token.newLink(), { file: { bytes } });
      expect((await send(pdfBy({ catalog: `/OpenAction ${script}` }))).status).toBe(201);
      const response = await send(Buffer.from('%PDF-1.4 hello'));
      expect([response.status, response.body.message]).toEqual([422, 'The selected PDF could not be opened']);
      expect((await send(pdfBy({ objects: ['<< /S /Launch >>'] }))).status).toBe(422);
    } finally {
      await lenient.stop();
    }
  });

  it('a PDF that exceeds its inspection time is refused as uncheckable', async () => {
    const hasty = await DocumentService.start({ INSPECTION_MS: '1' });
    try {
      const slow = pdfBy({ objects: ['( 1 0 obj '.repeat(400_000)] });
      const response = await upload(hasty, hasty.token.newLink(), { file: { bytes: slow } });
      // Whether the type was known at that point depends on the machine.
      expect(response.status).toBe(422);
      expect(response.body.code).toMatch(/^(file|pdf)_uncheckable$/);
      expect(hasty.lines.some((line) => line.includes('an inspector process was replaced'))).toBe(true);
      await hasty.app.close();
      await hasty.listen({ INSPECTION_MS: '60000' });
      expect(
        (await upload(hasty, hasty.token.newLink(), { file: { bytes: await writtenPdf() } })).status,
      ).toBe(201);
    } finally {
      await hasty.stop();
    }
  });
});

describe('photo metadata', () => {
  it.each<[string, Buffer]>([
    ['a video', Buffer.concat([Buffer.from('\0\0\0\x18ftypMSNV', 'latin1'), randomBytes(1_000_000)])],
    ['data that its camera recorded', Buffer.from('vivo{"gps":"51.5074,-0.1278"}')],
    ['further pictures', Buffer.concat([aJpeg({ width: 65_000, height: 65_000 }), realJpeg()])],
  ])('a photo followed by %s is stored without the appended data', async (_what, appended) => {
    const { id } = await accepted(jpegFile(Buffer.concat([realJpeg(), appended])));
    expect((await get(id)).bytes.equals(realJpeg())).toBe(true);
  });

  it('a photo loses location, device and author, keeps orientation and colours, and has both hashes stored', async () => {
    const tiff = Buffer.concat([orientationOnly(6), Buffer.from('GPS 51.5 N, SomePhone 12, by Ana')]);
    const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01profile');
    const parts = [
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff])),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0GPS SomePhone'),
      segment(0xed, 'Photoshop 3.0\x008BIM by Ana'),
      segment(0xe2, 'MPF\0GPS'),
      segment(0xfe, 'SomePhone'),
      icc,
    ];
    const sent = Buffer.concat([aJpeg({ width: 8, height: 8 }, ...parts), aJpeg({ width: 4, height: 4 })]);
    const document = await accepted(jpegFile(sent));
    const { bytes } = await get(document.id);
    const kept = [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), orientationOnly(6)])), icc];
    expect(bytes.equals(aJpeg({ width: 8, height: 8 }, ...kept))).toBe(true);
    const ledger = await service.prisma.ledgerEntry.findUniqueOrThrow({
      where: { tokenId: document.tokenId },
    });
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(Buffer.from(ledger.receivedSha256).toString('hex')).toBe(hash(sent));
    expect(Buffer.from(document.sha256).toString('hex')).toBe(hash(bytes));
  });
});

describe('file names', () => {
  it.each([
    ['report.pdf.php.pdf', 'report.pdf.php.pdf'],
    ['scan\u0000.html.pdf', 'scan.html.pdf'],
    ['scan%00.exe.pdf', 'scan%00.exe.pdf'],
    ['invoice\u202Efdp.pdf', 'invoicefdp.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\windows\\system.pdf', 'system.pdf'],
    ['.htaccess.pdf', 'htaccess.pdf'],
    ['--help.pdf', 'help.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['📄👩‍⚕️ Übersicht.pdf', '📄👩‍⚕️ Übersicht.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'a%0D%0ASet-Cookie_ x.pdf'],
    ['letter', 'letter.pdf'],
    ['x.foo', 'x.foo.pdf'],
    ['report.v2. .', 'report.v2.pdf'],
    ['CON', '_CON.pdf'],
  ])('a hostile file name is stored safely and is not part of the object key: %j', async (given, stored) => {
    const document = await accepted({ bytes: aPdf(), name: encodedName(given) });
    expect(document.fileName).toBe(stored);
    expect(document.storageKey).toMatch(/^documents\/[0-9a-f]{2}\/[0-9a-f]{32}$/);
    const { headers } = await get(document.id);
    expect(String(headers['content-disposition'])).toMatch(/^inline; filename="[^"\r\n]*"/);
  });

  it('an old row named like a program is delivered with the extension of its real type', async () => {
    const document = await accepted({ bytes: aPdf(), name: 'scan.pdf' });
    await service.prisma.document.update({ where: { id: document.id }, data: { fileName: 'scan.bat' } });
    const list = await service.call<{ uploads: Document[] }>('GET', '/documents', { as: people.ana });
    const listed = list.body.data.uploads.find(({ id }) => id === document.id);
    expect(listed?.file_name).toBe('scan.bat.pdf');
    const path = new URL(listed?.file_url ?? '').pathname.replace('/api', '');
    const saved = await service.call('GET', `${path}?disposition=attachment`);
    expect(saved.headers['content-disposition']).toBe('attachment; filename="scan.bat.pdf"');
    const json = { documentIds: [document.id] };
    const zip = await service.call('POST', '/admin/documents/download', { as: people.dora, json });
    expect([...readZip(zip.bytes).keys()]).toEqual([`${document.patientRefId}/scan.bat.pdf`]);
  });

  /** The name as browsers write it into a header, with line breaks as %0D and %0A. */
  const encodedName = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A');
});

describe('daily quotas', () => {
  it('an upload over a clinician’s quota is refused with 429, and uploads to other clinicians succeed', async () => {
    const strict = await DocumentService.start({ UPLOADS_PER_CLINICIAN_PER_DAY: '2', QUOTA_RECOUNT_MS: '1' });
    try {
      for (let sent = 0; sent < 2; sent += 1)
        expect((await upload(strict, strict.token.newLink())).status).toBe(201);
      const link = strict.token.newLink();
      const response = await upload(strict, link);
      expect([response.status, response.body.code, response.body.message]).toEqual([
        429,
        'quota_reached',
        'Your clinic has received as many documents as it can take today. Please try again tomorrow.',
      ]);
      const seconds = Number(response.headers['retry-after']);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(86_400);
      await eventually(() => expect(link.claimId).toBeNull());
      expect(await strict.objects()).toHaveLength(2);
      expect((await upload(strict, strict.token.newLink({ ownerId: people.ben.id }))).status).toBe(201);
      await strict.prisma.document.updateMany({ data: { createdAt: new Date(Date.now() - 86_400_000) } });
      await eventually(async () => expect((await upload(strict, link)).status).toBe(201));
    } finally {
      await strict.stop();
    }
  });

  it('the installation’s quota counts the uploads of all clinicians and is also enforced between two recounts', async () => {
    const strict = await DocumentService.start({ UPLOADS_PER_DAY: '2', QUOTA_RECOUNT_MS: '600000' });
    try {
      const statuses = [];
      for (const ownerId of [people.ana.id, people.ben.id, people.chloe.id])
        statuses.push((await upload(strict, strict.token.newLink({ ownerId }))).status);
      expect(statuses).toEqual([201, 201, 429]);
    } finally {
      await strict.stop();
    }
  });
});

describe('malformed forms', () => {
  it('a form part with 100,000 headers, or with none, is refused and the link stays usable', async () => {
    const boundary = multipart({ x: 'y' }).headers['content-type'];
    for (const head of ['x: y\r\n'.repeat(100_000), 'content-disposition: form-data\r\n', ''])
      for (const end of ['\r\n\r\n%PDF-1.4\r\n--caredrop-test-boundary--\r\n', '\r\n\r\n%PDF-1.4']) {
        const link = service.token.newLink();
        const body = `--caredrop-test-boundary\r\n${head}${end}`;
        const headers = { 'content-type': boundary ?? '', 'x-link-token': link.link };
        const response = await service.call('POST', '/upload', { headers, body });
        expect([400, 413]).toContain(response.status);
        await eventually(() => expect(link.claimId).toBeNull());
        expect((await upload(service, link)).status).toBe(201);
      }
  });
});
