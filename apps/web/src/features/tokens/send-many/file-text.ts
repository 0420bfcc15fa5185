/** Far more than 500 rows usually need. */
export const FILE_BYTES_MAX = 1_000_000;

/** An Excel workbook is a zip. */
export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Decodes a file in the encodings that spreadsheets write: UTF-8 with or without a byte-order mark, UTF-16 with one,
 * otherwise Windows-1252, in which Excel saves CSV files.
 */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
