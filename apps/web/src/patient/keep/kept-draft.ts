import { fields } from '../response-fields.js';
import type { ScanPage } from '../scan/scan-page.js';

/** What the patient has chosen, scanned and typed for one link. */
export interface KeptDraft {
  pages: readonly ScanPage[];
  file: File | null;
  comment: string;
}

/** Reference to a stored blob: the part that holds its bytes, and its type and file name, which the bytes do not contain. */
export interface PartRef {
  part: string;
  type: string;
  name?: string;
}

type PageNote = Omit<ScanPage, 'jpeg' | 'thumbnail' | 'original'> & {
  jpeg: PartRef;
  thumbnail: PartRef;
  original: PartRef | null;
};

/** The draft without its blobs, as it is stored. */
export interface Manifest {
  pages: PageNote[];
  file: PartRef | null;
  comment: string;
}

export const isEmpty = ({ pages, file, comment }: KeptDraft): boolean =>
  pages.length === 0 && file === null && comment.trim() === '';

export const blobsOf = ({ pages, file }: KeptDraft): Blob[] =>
  [file, ...pages.flatMap(({ jpeg, thumbnail, original }) => [jpeg, thumbnail, original])].filter(
    (blob) => blob !== null,
  );

/** @param partOf names the part in which a blob is stored */
export function describe({ pages, file, comment }: KeptDraft, partOf: (blob: Blob) => string): Manifest {
  const refer = (blob: Blob): PartRef => ({
    part: partOf(blob),
    type: blob.type,
    ...(blob instanceof File ? { name: blob.name } : {}),
  });
  return {
    comment,
    file: file && refer(file),
    pages: pages.map((page) => ({
      ...page,
      jpeg: refer(page.jpeg),
      thumbnail: refer(page.thumbnail),
      original: page.original && refer(page.original),
    })),
  };
}

/**
 * Restores the draft from a manifest. A page whose image or thumbnail cannot be read is left out, so that the others
 * are not lost.
 *
 * @param blobOf returns the blob of a part; null when it cannot be read
 */
export async function rebuild(
  manifest: Manifest,
  blobOf: (ref: PartRef) => Promise<Blob | null>,
): Promise<KeptDraft> {
  const fileOf = async (ref: PartRef | null) => ref && ((await blobOf(ref)) as File | null);
  const pages: ScanPage[] = [];
  for (const note of manifest.pages) {
    const [jpeg, thumbnail] = [await blobOf(note.jpeg), await blobOf(note.thumbnail)];
    if (jpeg && thumbnail) pages.push({ ...note, jpeg, thumbnail, original: await fileOf(note.original) });
  }
  return { pages, file: await fileOf(manifest.file), comment: manifest.comment };
}

export const toBlob = ({ type, name }: PartRef, bytes: ArrayBuffer): Blob =>
  name === undefined ? new Blob([bytes], { type }) : new File([bytes], name, { type });

/** Returns null for a value that does not have the form of a manifest. */
export function readManifest(value: unknown): Manifest | null {
  const { pages, file, comment } = fields(value);
  const known = Array.isArray(pages) && typeof comment === 'string' && file !== undefined;
  return known ? (value as Manifest) : null;
}
