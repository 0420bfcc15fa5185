import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { isUuid, type Logger, type Principal } from '@caredrop/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ZipArchive } from 'archiver';
import type { FastifyReply } from 'fastify';
import { ZipNames } from '../files/zip-names.js';
import { LOGGER } from '../config.js';
import { documentNotFound } from './documents.errors.js';
import { DocumentsQueries, type StoredDocument } from './documents.queries.js';
import { ReadDocument } from './read-document.js';
import { RecordReads } from './record-reads.js';

/** Documents read ahead of the one being sent: bounds memory. */
const AHEAD = 3;

interface Entry {
  name: string;
  document: StoredDocument;
}

/**
 * Sends documents as one zip, uncompressed and streamed. Each document is fully verified before its entry
 * begins. Documents that cannot be read, are lost, or are still being scanned are listed in MISSING.txt inside.
 */
@Injectable()
export class DownloadZip {
  constructor(
    private readonly queries: DocumentsQueries,
    private readonly readDocument: ReadDocument,
    private readonly reads: RecordReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Throws 404 for the whole request when `reader` may not work on one of the documents, when one does not
   * exist, or when `ids` is empty. Stops when the client disconnects.
   */
  async execute(ids: string[], reader: Principal, reply: FastifyReply): Promise<void> {
    const entries = await this.entriesFor(ids, reader);
    await this.reads.zip(entries.map(({ document }) => document));
    const gone = new AbortController();
    const archive = new ZipArchive({ store: true });
    archive.on('error', (error) => archive.destroy(error));
    reply.raw.once('close', () => {
      gone.abort();
      archive.destroy();
    });
    void reply.headers(headersAt(new Date())).send(archive);
    try {
      await this.fill(archive, entries, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      // A partial zip must not look complete, so the connection is cut.
      this.logger.error({ err: error }, 'failed to complete a zip download');
      archive.destroy(error instanceof Error ? error : new Error('zip failed'));
    }
  }

  private async entriesFor(ids: string[], reader: Principal): Promise<Entry[]> {
    if (ids.length === 0 || !ids.every(isUuid)) throw documentNotFound();
    const found = new Map((await this.queries.findMany(ids, reader)).map((row) => [row.id, row]));
    const documents = [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => {
      const document = found.get(id);
      if (!document) throw documentNotFound();
      return document;
    });
    const names = new ZipNames();
    return inOrder(documents).map((document) => {
      const { patientRefId, fileName, requestItem } = document;
      return { name: names.next(patientRefId, fileName, requestItem), document };
    });
  }

  private async fill(archive: ZipArchive, entries: Entry[], signal: AbortSignal): Promise<void> {
    const missing: string[] = [];
    for await (const { name, document, bytes } of this.readAhead(entries, signal)) {
      if (typeof bytes === 'string') missing.push(`${name}: ${bytes}`);
      else await append(archive, bytes, name, document.createdAt, signal);
    }
    if (missing.length > 0)
      await append(archive, Buffer.from(missingText(missing)), 'MISSING.txt', new Date(), signal);
    // Once the archive is destroyed, finalize() never settles.
    await Promise.race([archive.finalize(), finished(archive, { signal })]);
  }

  /**
   * Yields the entries in order and reads the next few while one is sent. The first is read alone, so that it
   * can be sent early.
   */
  private async *readAhead(entries: Entry[], signal: AbortSignal) {
    const reading: Array<Promise<Entry & { bytes: Buffer | string }>> = [];
    let next = 0;
    const begin = () => {
      const entry = entries[next++];
      if (entry) reading.push(this.readEntry(entry, signal));
    };
    begin();
    for (let entry = reading.shift(); entry; entry = reading.shift()) {
      const ready = await entry;
      signal.throwIfAborted();
      while (reading.length < AHEAD && next < entries.length) begin();
      yield ready;
    }
  }

  /** Returns the bytes, or why there are none. ReadDocument has already raised the alarm where needed. */
  private async readEntry(entry: Entry, signal: AbortSignal): Promise<Entry & { bytes: Buffer | string }> {
    if (entry.document.state === 'checking') return { ...entry, bytes: 'is still being checked' };
    if (entry.document.state === 'lost') return { ...entry, bytes: 'was lost' };
    try {
      return { ...entry, bytes: await this.readDocument.execute(entry.document, signal) };
    } catch (error) {
      if (!signal.aborted)
        this.logger.warn(
          { err: error, documentId: entry.document.id },
          'a zip download lacks a document that could not be read',
        );
      return { ...entry, bytes: 'could not be read' };
    }
  }
}

/**
 * Puts the documents of a request next to each other, in the request's order, at the position of the first of them.
 * The others keep their order.
 */
function inOrder(documents: StoredDocument[]): StoredDocument[] {
  const groups = Map.groupBy(documents, ({ id, requestId }) => requestId ?? id);
  const position = ({ requestItem }: StoredDocument) => requestItem?.position ?? 0;
  return [...groups.values()].flatMap((ofOne) => ofOne.toSorted((a, b) => position(a) - position(b)));
}

/**
 * Writes one entry, and waits until the client has kept up, so that entries do not pile up in memory: the archive emits
 * `entry` as soon as it has queued the bytes.
 */
async function append(
  archive: ZipArchive,
  bytes: Buffer,
  name: string,
  date: Date,
  signal: AbortSignal,
): Promise<void> {
  const taken = once(archive, 'entry', { signal });
  archive.append(bytes, { name, date });
  await taken;
  while (archive.writableNeedDrain) await once(archive, 'drain', { signal });
}

const missingText = (lines: string[]) =>
  `These documents are not in this file:\r\n\r\n${lines.map((line) => `${line}\r\n`).join('')}`;

function headersAt(now: Date): Record<string, string> {
  return {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="documents-${now.toISOString().slice(0, 10)}.zip"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
}
