import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clinicParams, type Language, type PatientCopy, type ServiceCopy } from '@caredrop/patient-copy';
import { patientCopy, type ClinicTexts } from '@caredrop/patient-copy/sync';
import { escapeHtml } from '@caredrop/service-kit';
import { contactHtml, dialled, type ClinicContact } from '../clinic/clinic-contact.js';
import { patientPermissions, patientPolicy } from '../edge/security-headers.js';
import { bestPacking, pack, type Packing } from './pack.js';
import { patientPageFile } from './page-rules.js';

/** One build of the page in one language, ready to be sent. */
interface Edition {
  /** The text of the file it was built from. */
  source: string;
  html: Buffer;
  policy: string;
  packed: Map<Packing, Promise<Buffer>>;
}

/** What a clinic has configured for its patients. */
export interface ClinicPage {
  /**
   * Null when none is configured. If `texts` has no name in the page's language either, the page shows a generic one.
   */
  clinicName: string | null;
  /** The clinic's own texts by language; only the clinic's name is used here. */
  texts: ClinicTexts;
  contact: ClinicContact;
  /** The offered languages, the clinic's default first. */
  offered: readonly Language[];
}

/**
 * The patient's page, which a browser can paint after a single response. Its styles and first scripts are inlined and
 * listed in the policy by their hashes; the clinic's name and contact are inlined as well. The build makes one file for
 * each language.
 */
export class PatientPage {
  private readonly editions = new Map<string, Edition>();

  constructor(
    private readonly webRoot: string,
    private readonly clinic: ClinicPage,
  ) {}

  async respond(
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

  /** Reads the file on each request: a build while the gateway is running renames the script that the page loads. */
  private async newest(language: Language): Promise<Edition> {
    const file = patientPageFile(language);
    const source = await readFile(path.join(this.webRoot, file), 'utf8');
    const known = this.editions.get(file);
    const edition = known?.source === source ? known : this.editionOf(source, language);
    this.editions.set(file, edition);
    return edition;
  }

  private editionOf(source: string, language: Language): Edition {
    const { clinicName, texts, contact, offered } = this.clinic;
    const copy = patientCopy(language.id);
    const nameIn = ({ id }: Language) => texts[id]?.clinicName ?? clinicName;
    const name = nameIn(language);
    const named = name === null ? source : withClinic(source, name, copy);
    const html = withLanguages(withContact(named, contact, copy), language, offered, nameIn);
    const policy = patientPolicy({ scripts: hashesOf('script', html), styles: hashesOf('style', html) });
    return { source, html: Buffer.from(html), policy, packed: new Map() };
  }
}

/**
 * Inserts the clinic's name into upload.html: into the page, and into the metadata that messaging apps show as a
 * preview of the link.
 */
export function withClinic(html: string, clinicName: string, copy: ServiceCopy): string {
  const name = escapeHtml(clinicName);
  const title = escapeHtml(copy.preview.title(clinicParams(clinicName)));
  return html
    .replace(/(<meta property="og:site_name" content=")[^"]*/, (_match, before: string) => before + name)
    .replace(/(<meta property="og:title" content=")[^"]*/, (_match, before: string) => before + title)
    .replace(/(<span class="clinic-name">)[^<]*/, (_match, before: string) => before + name);
}

/**
 * Fills the list of languages at the top of upload.html, each with the clinic's name in that language. A list of one
 * stays hidden, as in the build's output.
 */
export function withLanguages(
  html: string,
  shown: Language,
  offered: readonly Language[],
  nameIn: (language: Language) => string | null,
): string {
  const options = offered.map((language) => {
    const { id, tag, direction, name } = language;
    const selected = id === shown.id ? ' selected' : '';
    const clinic = escapeHtml(nameIn(language) ?? '');
    return `<option value="${id}" lang="${tag}" dir="${direction}" data-clinic="${clinic}"${selected}>${escapeHtml(name)}</option>`;
  });
  const filled = html.replace(/(<select id="language"[^>]*>)[\s\S]*?(?=<\/select>)/, (_, before: string) =>
    [before, ...options].join(''),
  );
  return offered.length > 1
    ? filled.replace('<nav class="language" hidden', '<nav class="language"')
    : filled;
}

/**
 * Inserts the clinic's contact into upload.html: as metadata for the page's script, and as a line in the form without
 * script.
 */
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
