import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Language, PatientCopy } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { escapeHtml } from '@caredrop/service-kit';
import { contactHtml, dialled, type ClinicContact } from '../clinic/clinic-contact.js';
import { patientPermissions, patientPolicy } from '../edge/security-headers.js';
import { bestPacking, pack, type Packing } from './pack.js';
import { patientPageFile } from './page-rules.js';

/** One build of the page in one language, ready to be sent. */
interface Edition {
  /** The file it was built from. */
  source: string;
  html: Buffer;
  policy: string;
  packed: Map<Packing, Promise<Buffer>>;
}

/**
 * The patient's page: a single response that can paint. Its styles and first scripts are inlined, listed in
 * the policy by their hashes, and so are the clinic's name and contact. The build makes one file for each language.
 */
export class PatientPage {
  private readonly editions = new Map<string, Edition>();

  constructor(
    private readonly webRoot: string,
    /** Null when none is configured: the page then names it in its own language. */
    private readonly clinicName: string | null,
    private readonly contact: ClinicContact,
  ) {}

  async answer(
    language: Language,
    acceptEncoding: string | undefined,
  ): Promise<{ headers: Record<string, string>; body: Buffer }> {
    const edition = await this.newest(language);
    const headers = {
      'cache-control': 'no-store',
      'content-security-policy': edition.policy,
      'permissions-policy': patientPermissions,
      vary: 'accept-encoding, accept-language',
    };
    const packing = bestPacking(acceptEncoding);
    if (!packing) return { headers, body: edition.html };
    const packed = edition.packed.get(packing) ?? pack[packing](edition.html);
    edition.packed.set(packing, packed);
    return { headers: { ...headers, 'content-encoding': packing }, body: await packed };
  }

  /** Read on each request: a build beside a running gateway renames the script the page loads. */
  private async newest(language: Language): Promise<Edition> {
    const file = patientPageFile(language);
    const source = await readFile(path.join(this.webRoot, file), 'utf8');
    const known = this.editions.get(file);
    const edition = known?.source === source ? known : this.editionOf(source, language);
    this.editions.set(file, edition);
    return edition;
  }

  private editionOf(source: string, language: Language): Edition {
    const named = this.clinicName === null ? source : withClinic(source, this.clinicName);
    const html = withContact(named, this.contact, patientCopy(language.id));
    const policy = patientPolicy({ scripts: hashesOf('script', html), styles: hashesOf('style', html) });
    return { source, html: Buffer.from(html), policy, packed: new Map() };
  }
}

/** In the two placeholders of upload.html. */
export function withClinic(html: string, clinicName: string): string {
  const name = escapeHtml(clinicName);
  return html
    .replace(/(<meta name="clinic-name" content=")[^"]*/, (_match, before: string) => before + name)
    .replace(/(<span class="clinic-name">)[^<]*/, (_match, before: string) => before + name);
}

/** In the head of upload.html for the page's script, and as a line in its form without script. */
export function withContact(html: string, contact: ClinicContact, copy: PatientCopy): string {
  const values = { ...contact, tel: contact.phone && dialled(contact.phone) };
  const withHead = Object.entries(values).reduce(
    (page, [key, value]) =>
      page.replace(
        new RegExp(`(<meta name="clinic-${key}" content=")[^"]*`),
        (_match, before: string) => before + escapeHtml(value ?? ''),
      ),
    html,
  );
  return withHead.replace(
    /(<p class="clinic-contact">)[^<]*/g,
    (_match, before: string) => before + contactHtml(copy, contact),
  );
}

/** CSP hashes of inline elements. */
export const hashesOf = (element: 'script' | 'style', html: string): string[] =>
  [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  );
