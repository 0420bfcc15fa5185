export interface PdfOptions {
  pages?: number;
  /** Text on every page. */
  text?: string;
  /** Extra drawing operators, one entry per page. */
  drawings?: string[];
  /** Exact size of the file, which is padded with a comment. */
  bytes?: number;
}

/**
 * A valid PDF of A4 pages with two lines of Helvetica each. Throws for sizes that padding cannot reach, such as less
 * than the unpadded size, or 1 byte more.
 */
export function aPdf({ drawings = [], pages = drawings.length || 1, ...options }: PdfOptions = {}): Buffer {
  const { text = 'Letter', bytes } = options;
  const contents = Array.from({ length: pages }, (_, index) =>
    `BT /F1 18 Tf 72 770 Td (${pdfText(text)}) Tj 0 -28 Td (Page ${String(index + 1)}) Tj ET ${drawings[index] ?? ''}`.trim(),
  );
  return pdfFile(contents, bytes);
}

/** A4 pages from content streams that may use the fonts /F1 (Helvetica) and /F2 (Helvetica bold). */
function pdfFile(contents: string[], bytes?: number): Buffer {
  const plain = assemble(contents, '');
  if (bytes === undefined || bytes === plain.length) return plain;
  // The comment moves the cross-reference table, whose own position may then need a digit more, hence the
  // second pass.
  const first = assemble(contents, comment(bytes - plain.length));
  const exact =
    first.length === bytes
      ? first
      : assemble(contents, comment(bytes - plain.length - (first.length - bytes)));
  if (exact.length !== bytes) throw new Error('A PDF cannot have that size');
  return exact;
}

/**
 * Escapes the characters that end a PDF string; those missing from Helvetica's encoding become question
 * marks.
 */
function pdfText(text: string): string {
  return text.replace(/[()\\]/g, '\\$&').replace(/[^\x20-\xff]/g, '?');
}

function comment(bytes: number): string {
  if (bytes < 2) throw new Error('A PDF cannot have that size');
  return `%${'.'.repeat(bytes - 2)}\n`;
}

function assemble(contents: string[], filler: string): Buffer {
  const objects = objectsOf(contents);
  let file = `%PDF-1.7\n%\xe2\xe3\xcf\xd3\n${filler}`;
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = String(objects.length + 1);
  const start = String(file.length);
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function objectsOf(contents: string[]): string[] {
  const pageNumber = (index: number): number => 5 + index * 2;
  const kids = contents.map((_, index) => `${String(pageNumber(index))} 0 R`).join(' ');
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const pages = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${String(pageNumber(index) + 1)} 0 R >>`,
    `<< /Length ${String(Buffer.byteLength(content, 'latin1'))} >>\nstream\n${content}\nendstream`,
  ]);
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${String(contents.length)} >>`;
  return ['<< /Type /Catalog /Pages 2 0 R >>', tree, font('Helvetica'), font('Helvetica-Bold'), ...pages];
}
