import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import { demoDocuments, readDemoDocument } from './demo-documents.ts';
import { bulk, deletedRef, plan, type PlannedLink } from './plan.ts';

interface Token {
  id: string;
  token: string;
  status: string;
  patient_ref_id: string;
}

/** A planned link that has been created. */
export interface MadeLink {
  link: PlannedLink;
  id: string;
}

/** Creates all links and carries out the plan for each, through the public API. */
export async function makeLinks(
  admin: Api,
  clinicians: Api[],
): Promise<{ made: MadeLink[]; bulkIds: string[] }> {
  const bulkIds = await makeBulk(admin);
  const made: MadeLink[] = [];
  // The oldest first, so that the order of creation matches their dates.
  for (const link of plan.toSorted((a, b) => b.age - a.age))
    made.push({ link, id: await makeOne(clinicians, link) });
  await untilAllUsed(clinicians, made);
  await deleteOne(clinicians);
  return { made, bulkIds };
}

async function makeOne(clinicians: Api[], link: PlannedLink): Promise<string> {
  const api = clinicianOf(clinicians, link.owner);
  const { token } = await api.post<{ token: Token }>('/tokens', {
    patientRefId: link.ref,
    nickname: link.nickname,
    notes: link.notes,
    items: link.items,
  });
  if (link.sms) await api.post(`/tokens/${token.id}/send-sms`, { phoneNumber: link.sms });
  if (link.fate === 'revoked') await api.patch(`/tokens/${token.id}`, { status: 'revoked' });
  if (link.fate === 'used') await send(api, token, plan.indexOf(link));
  return token.id;
}

async function send(api: Api, token: Token, index: number): Promise<void> {
  const document = demoDocuments[index];
  if (!document) throw new Error(`There is no document for ${token.patient_ref_id}`);
  await api.upload(token.token, readDemoDocument(document), document.name, document.comment);
}

async function makeBulk(admin: Api): Promise<string[]> {
  const { count, prefix, expiryDays } = bulk;
  const { tokens } = await admin.post<{ tokens: Token[] }>('/tokens/bulk', {
    count,
    prefix,
    expiryDays,
  });
  return tokens.map(({ id }) => id);
}

/** Waits until the used links are marked: dates may only be changed once nothing else will write them. */
async function untilAllUsed(clinicians: Api[], made: MadeLink[]): Promise<void> {
  const wanted = new Set(made.filter(({ link }) => link.fate === 'used').map(({ id }) => id));
  for (const end = Date.now() + 60_000; ; await delay(200)) {
    const lists = await Promise.all(clinicians.map((api) => api.get<{ tokens: Token[] }>('/tokens')));
    const done = lists
      .flatMap(({ tokens }) => tokens)
      .filter(({ id, status }) => wanted.has(id) && status === 'used');
    if (done.length === wanted.size) return;
    if (Date.now() > end)
      throw new Error(`Only ${String(done.length)} of ${String(wanted.size)} links were marked as used`);
  }
}

async function deleteOne(clinicians: Api[]): Promise<void> {
  const owner = plan.find(({ ref }) => ref === deletedRef)?.owner ?? 0;
  const api = clinicianOf(clinicians, owner);
  const { uploads } = await api.get<{ uploads: { id: string; patient_ref_id: string }[] }>('/documents');
  const document = uploads.find((upload) => upload.patient_ref_id === deletedRef);
  if (document) await api.delete(`/upload/file/${document.id}`);
}

function clinicianOf(clinicians: Api[], index: number): Api {
  const api = clinicians[index];
  if (!api) throw new Error('The plan names a clinician the demo does not have');
  return api;
}
