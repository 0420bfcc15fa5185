import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@caredrop/service-kit';
import { patientPolicy } from '../edge/security-headers.js';
import { bestPacking, pack, type Packing } from './pack.js';

/** One build of the page, ready to be sent. */
interface Edition {
  /** The file it was built from. */
  source: string;
  html: Buffer;
  policy: string;
  packed: Map<Packing, Promise<Buffer>>;
}

/**
 * The patient's page: a single response that can paint. Its styles and first scripts are inlined, listed in
 * the policy by their hashes, and so is the clinic's name.
 */
export class PatientPage {
  private edition: Edition | undefined;

  constructor(
    private readonly webRoot: string,
    private readonly clinicName: string,
  ) {}

  async answer(
    acceptEncoding: string | undefined,
  ): Promise<{ headers: Record<string, string>; body: Buffer }> {
    const edition = await this.newest();
    const headers = {
      'cache-control': 'no-store',
      'content-security-policy': edition.policy,
      vary: 'accept-encoding',
    };
    const packing = bestPacking(acceptEncoding);
    if (!packing) return { headers, body: edition.html };
    const packed = edition.packed.get(packing) ?? pack[packing](edition.html);
    edition.packed.set(packing, packed);
    return { headers: { ...headers, 'content-encoding': packing }, body: await packed };
  }

  /** Read on each request: a build beside a running gateway renames the script the page loads. */
  private async newest(): Promise<Edition> {
    const source = await readFile(path.join(this.webRoot, 'upload.html'), 'utf8');
    if (this.edition?.source !== source) this.edition = editionOf(source, this.clinicName);
    return this.edition;
  }
}

function editionOf(source: string, clinicName: string): Edition {
  const html = withClinic(source, clinicName);
  const policy = patientPolicy({ scripts: hashesOf('script', html), styles: hashesOf('style', html) });
  return { source, html: Buffer.from(html), policy, packed: new Map() };
}

/** In the two placeholders of upload.html. */
export function withClinic(html: string, clinicName: string): string {
  const name = escapeHtml(clinicName);
  return html
    .replace(/(<meta name="clinic-name" content=")[^"]*/, (_match, before: string) => before + name)
    .replace(/(<span class="clinic-name">)[^<]*/, (_match, before: string) => before + name);
}

/** CSP hashes of inline elements. */
export const hashesOf = (element: 'script' | 'style', html: string): string[] =>
  [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
