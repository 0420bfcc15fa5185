import { hex, randomKey } from '../../shared/lib/random-key.js';
import { parseJson } from '../response-fields.js';
import { linkStore, openDatabase, partsOf, partStore, read, settle, write } from './keep-database.js';
import type { KeptLink, KeptPart } from './keep-database.js';
import { blobsOf, describe, isEmpty, readManifest, rebuild, toBlob } from './kept-draft.js';
import type { KeptDraft, PartRef } from './kept-draft.js';

/** Lifetime of an unchanged draft; `open` deletes the expired drafts of all links. */
const keptMs = 24 * 60 * 60 * 1000;
const manifestPart = 'manifest';

/**
 * Stores the draft of one link in the browser's database, so that a reload or a killed tab loses nothing. Everything is
 * encrypted with AES-GCM; the key is stored next to it, but cannot be exported. If the browser does not support this,
 * nothing is stored and the page still works. Two tabs with the same link share one draft; the tab that saves last
 * wins.
 */
export class Keep {
  private readonly parts = new WeakMap<Blob, string>();
  private waiting: KeptDraft | null = null;
  private work: Promise<unknown> = Promise.resolve();
  private ended = false;

  private constructor(
    private readonly database: IDBDatabase,
    private readonly mark: string,
  ) {}

  /** Opens the store of a link and deletes what has expired; null if the browser cannot store anything. */
  static async open(token: string, now = Date.now()): Promise<Keep | null> {
    try {
      const keep = new Keep(await openDatabase(), await markOf(token));
      await keep.deleteExpired(now);
      return keep;
    } catch {
      // No IndexedDB (some private windows), no crypto.subtle (plain http), or a full disk.
      return null;
    }
  }

  /** The stored draft; null when there is none or it cannot be read. */
  async load(): Promise<KeptDraft | null> {
    try {
      const link = await this.storedLink();
      const manifest = link && (await this.storedManifest(link));
      const known = manifest ? readManifest(parseJson(manifest)) : null;
      return link && known ? await rebuild(known, (ref) => this.storedBlob(link, ref)) : null;
    } catch {
      return null;
    }
  }

  /** Queues the draft after the current save; only the latest queued draft is saved. */
  save(draft: KeptDraft): Promise<unknown> {
    const first = this.waiting === null;
    this.waiting = draft;
    if (first) this.work = this.work.then(() => this.saveWaiting());
    return this.work;
  }

  /** Deletes everything stored for this link, for good: later drafts are not saved. */
  wipe(): Promise<unknown> {
    this.ended = true;
    this.work = this.work.then(() => this.clear(this.mark)).catch(() => undefined);
    return this.work;
  }

  private async saveWaiting(): Promise<void> {
    const draft = this.waiting;
    this.waiting = null;
    if (!draft || this.ended) return;
    try {
      await (isEmpty(draft) ? this.clear(this.mark) : this.store(draft));
    } catch {
      // The disk is full or the browser does not store keys: what is on the page can still be sent.
    }
  }

  /** Does not write an unchanged draft, such as a restored one, so that its lifetime does not restart. */
  private async store(draft: KeptDraft): Promise<void> {
    const link = await this.storedLink();
    const manifest = JSON.stringify(describe(draft, (blob) => this.partOf(blob)));
    if (link && manifest === (await this.storedManifest(link))) return;
    await this.replace(link?.key ?? (await newKey()), blobsOf(draft), manifest);
  }

  private async replace(key: CryptoKey, blobs: Blob[], manifest: string): Promise<void> {
    const stored = await this.storedParts();
    const fresh = new Map<string, KeptPart>();
    for (const blob of blobs) {
      const part = this.partOf(blob);
      if (!stored.delete(part)) fresh.set(part, await this.seal(key, part, await blob.arrayBuffer()));
    }
    fresh.set(manifestPart, await this.seal(key, manifestPart, new TextEncoder().encode(manifest)));
    stored.delete(manifestPart);
    await write(this.database, (links, parts) => {
      links.put({ key, savedAt: Date.now() } satisfies KeptLink, this.mark);
      for (const [part, sealed] of fresh) parts.put(sealed, [this.mark, part]);
      for (const part of stored) parts.delete([this.mark, part]);
    });
  }

  private storedLink(): Promise<KeptLink | undefined> {
    return read<KeptLink>(this.database, linkStore, this.mark);
  }

  private async storedManifest({ key }: KeptLink): Promise<string | null> {
    const bytes = await this.unseal(key, manifestPart);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Remembers the part of the blob, so that it is known as stored when the draft is saved. */
  private async storedBlob({ key }: KeptLink, ref: PartRef): Promise<Blob | null> {
    const bytes = await this.unseal(key, ref.part);
    const blob = bytes && toBlob(ref, bytes);
    if (blob) this.parts.set(blob, ref.part);
    return blob;
  }

  private async storedParts(): Promise<Set<string>> {
    const parts = this.database.transaction(partStore).objectStore(partStore);
    const keys = (await settle(parts.getAllKeys(partsOf(this.mark)))) as [string, string][];
    return new Set(keys.map(([, part]) => part));
  }

  private partOf(blob: Blob): string {
    const part = this.parts.get(blob) ?? randomKey();
    this.parts.set(blob, part);
    return part;
  }

  private async seal(key: CryptoKey, part: string, bytes: BufferSource): Promise<KeptPart> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, sealed: await crypto.subtle.encrypt(this.cipher(part, iv), key, bytes) };
  }

  /** Returns null for a part that is missing or cannot be decrypted, such as one stored under another name. */
  private async unseal(key: CryptoKey, part: string): Promise<ArrayBuffer | null> {
    const kept = await read<KeptPart>(this.database, partStore, [this.mark, part]);
    if (!kept) return null;
    return crypto.subtle.decrypt(this.cipher(part, kept.iv), key, kept.sealed).catch(() => null);
  }

  /** Binds each part to its link and its name. */
  private cipher(part: string, iv: BufferSource): AesGcmParams {
    return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${this.mark}/${part}`) };
  }

  private clear(mark: string): Promise<void> {
    return write(this.database, (links, parts) => {
      links.delete(mark);
      parts.delete(partsOf(mark));
    });
  }

  private async deleteExpired(now: number): Promise<void> {
    const links = this.database.transaction(linkStore).objectStore(linkStore);
    for (const mark of (await settle(links.getAllKeys())) as string[]) {
      const link = await read<KeptLink>(this.database, linkStore, mark);
      if (link && now - link.savedAt >= keptMs) await this.clear(mark);
    }
  }
}

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

/** Identifies a link in the database. The link cannot be recovered from it: links are 256 random bits. */
async function markOf(token: string): Promise<string> {
  const text = new TextEncoder().encode(`caredrop keep ${token}`);
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
