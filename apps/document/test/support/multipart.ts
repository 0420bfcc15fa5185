const BOUNDARY = 'caredrop-test-boundary';

export interface FilePart {
  bytes: Buffer;
  name?: string;
  type?: string;
  field?: string;
}

/** A multipart body as a browser builds it: fields and files in the given order. */
export function multipart(...parts: Array<FilePart | Record<string, string>>): {
  headers: Record<string, string>;
  body: Buffer;
} {
  const pieces = parts.flatMap((part) => ('bytes' in part ? filePart(part as FilePart) : fieldParts(part)));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

function filePart({
  bytes,
  name = 'scan.pdf',
  type = 'application/pdf',
  field = 'document',
}: FilePart): Buffer[] {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name.replaceAll('"', '%22')}"\r\ncontent-type: ${type}\r\n\r\n`;
  return [Buffer.from(head), bytes, Buffer.from('\r\n')];
}

function fieldParts(fields: Record<string, string>): Buffer[] {
  return Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
}

export const aPdf = (text = 'a short report'): Buffer => Buffer.from(`%PDF-1.4\n${text}\n%%EOF\n`);

/** A PDF of exactly `size` bytes. */
export function aPdfOf(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0x20);
  bytes.write('%PDF-1.4\n');
  return bytes;
}
