/**
 * Layout of an object in format 3: a header, then the segments of the document, each followed by its tag.
 * Sizes and offsets are in bytes.
 */

/** Bytes of the document in one segment; the last segment has the rest. */
export const SEGMENT = 64 * 1024;
/** Length in bytes of the authentication tag after each segment. */
export const TAG = 16;
/** Length in bytes of the header: the version, then the prefix of all nonces. */
export const CIPHER_HEADER = 8;

/** Number of segments of a document of `size` bytes. An empty document has one, which is empty. */
export const segmentCount = (size: number): number => Math.max(1, Math.ceil(size / SEGMENT));

/** Size of a document's object. */
export const objectSize = (size: number): number => CIPHER_HEADER + size + TAG * segmentCount(size);

/** Offset of a segment in the object. */
export const segmentOffset = (index: number): number => CIPHER_HEADER + index * (SEGMENT + TAG);

/** Bytes of the document in segment `index`. */
export const segmentSize = (size: number, index: number): number => Math.min(SEGMENT, size - index * SEGMENT);

/** The byte range of the object that holds the segments from `first` to `last`, both included. */
export function segmentsRange(size: number, first: number, last: number): { offset: number; length: number } {
  const offset = segmentOffset(first);
  return { offset, length: segmentOffset(last) + segmentSize(size, last) + TAG - offset };
}
