/**
 * The JPEG of each page of a PDF that contains nothing but one JPEG per page, in the order of its page tree.
 * Throws if a page has no picture.
 */
export function pdfPictures(pdf: Buffer): Buffer[] {
  const text = pdf.toString('latin1');
  const bodyOf = (id: string) => {
    const found = new RegExp(`(?:^|\\n)${id} 0 obj\\s([\\s\\S]*?)\\sendobj`).exec(text);
    if (!found) throw new Error(`the PDF has no object ${id}`);
    return { from: found.index + found[0].indexOf(found[1]!), body: found[1]! };
  };
  const kids = /\/Type \/Pages\s+\/Kids \[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, page = '']) => {
    const image = /\/XObject <<\s*\/Im0 (\d+) 0 R\s*>>/.exec(bodyOf(page).body)?.[1] ?? '';
    const { from, body } = bodyOf(image);
    const length = Number(/\/Filter \/DCTDecode\s+\/Length (\d+)/.exec(body)?.[1]);
    const start = from + body.indexOf('stream\n') + 'stream\n'.length;
    return pdf.subarray(start, start + length);
  });
}
