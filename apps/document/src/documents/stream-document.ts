import { Inject, Injectable } from '@nestjs/common';
import type { ByteRange } from '../files/byte-range.js';
import { openSegment, openSegments, type SegmentedObject } from '../files/segment-cipher.js';
import { CIPHER_HEADER, SEGMENT, segmentCount, segmentsRange } from '../files/segments.js';
import { isWhole } from '../files/whole-cipher.js';
import { DATA_KEYS, type DataKeys } from '../storage/data-keys.js';
import { OBJECT_STORE, type ObjectStore } from '../storage/object-store.js';
import { GuardedReads } from './guarded-reads.js';
import { ReadDocument, type ReadableDocument } from './read-document.js';

type SegmentIterable = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Reads a part of a document, or all of it, segment by segment. */
@Injectable()
export class StreamDocument {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(DATA_KEYS) private readonly keys: DataKeys,
    private readonly reads: GuardedReads,
    private readonly readDocument: ReadDocument,
  ) {}

  /**
   * Returns the bytes of a range. Its first segment is verified before this returns, each later one before it
   * is yielded. A document that was encrypted in one piece is verified as a whole first. Both the call and
   * the iteration throw like {@link GuardedReads.run}.
   */
  async execute(document: ReadableDocument, range: ByteRange): Promise<SegmentIterable> {
    const index = Math.floor(range.start / SEGMENT);
    const begun = await this.reads.run(document.id, () => this.begin(document, index));
    if (begun) return this.parts(document, begun, range);
    return [(await this.readDocument.execute(document)).subarray(range.start, range.end + 1)];
  }

  /** Null when the document was encrypted in one piece. */
  private async begin({ id, storageKey, fileSize: size, ...row }: ReadableDocument, index: number) {
    const [[header, sealed], dataKey] = await Promise.all([
      this.readFirst(storageKey, size, index),
      this.keys.unwrap(row, id),
    ]);
    if (isWhole(header)) return null;
    const object: SegmentedObject = { header, size, dataKey, ids: { documentId: id, ...row } };
    return { object, first: openSegment(object, index, sealed) };
  }

  /** Reads the object's header and one segment, in one read if they are adjacent. */
  private async readFirst(storageKey: string, size: number, index: number): Promise<[Buffer, Buffer]> {
    const { offset, length } = rangeOf(size, index, index);
    if (index > 0)
      return Promise.all([
        this.store.get(storageKey, { offset: 0, length: CIPHER_HEADER }),
        this.store.get(storageKey, { offset, length }),
      ]);
    const both = await this.store.get(storageKey, { offset: 0, length: offset + length });
    return [both.subarray(0, CIPHER_HEADER), both.subarray(CIPHER_HEADER)];
  }

  /** Reads the rest, in one piece, while the first segment is being sent. */
  private async *parts(
    document: ReadableDocument,
    { object, first }: { object: SegmentedObject; first: Buffer },
    range: ByteRange,
  ): AsyncGenerator<Buffer> {
    const index = Math.floor(range.start / SEGMENT);
    const reading = this.readRest(document, object, index + 1, range);
    // Handled here because it is not awaited if the client disconnects first.
    reading.catch(() => undefined);
    let start = index * SEGMENT;
    yield first.subarray(range.start - start, range.end + 1 - start);
    for (const segment of await reading) {
      start += SEGMENT;
      yield segment.subarray(0, range.end + 1 - start);
    }
  }

  private async readRest(
    { id, storageKey }: ReadableDocument,
    object: SegmentedObject,
    from: number,
    { end }: ByteRange,
  ): Promise<Iterable<Buffer>> {
    const last = Math.floor(end / SEGMENT);
    if (from > last) return [];
    return this.reads.run(id, async () => {
      const sealed = await this.store.get(storageKey, rangeOf(object.size, from, last));
      return [...openSegments(object, from, last, sealed)];
    });
  }
}

/** For the last segment, also requests the byte after it, to detect an object that is too long. */
function rangeOf(size: number, first: number, last: number): { offset: number; length: number } {
  const { offset, length } = segmentsRange(size, first, last);
  return { offset, length: last === segmentCount(size) - 1 ? length + 1 : length };
}
