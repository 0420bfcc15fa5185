import { describe, expect, it } from '@jest/globals';
import { aDocument, inDays } from '../../../test/builders.js';
import { attachmentUrl, documentStats, kindOf, matching, newestFirst, noFilters } from './document-rules.js';

const pdf = aDocument({ patient_ref_id: 'P-1', created_at: inDays(-20), file_size: 1024 });
const photo = aDocument({
  patient_ref_id: 'Q-2',
  file_type: 'image/jpeg',
  review: { state: 'filed', by: null, at: null },
  created_at: inDays(-2),
  file_size: 512,
});
const text = aDocument({
  patient_ref_id: 'p-3',
  file_type: 'text/plain',
  created_at: inDays(-40),
  file_size: 1,
});
const all = [pdf, photo, text];

it('the kind of a document is derived from its media type', () => {
  expect(all.map(kindOf)).toEqual(['pdf', 'image', 'other']);
});

describe('the document filters of a clinician', () => {
  it.each([
    ['nothing', {}, all],
    ['a reference in any case', { patientRefId: ' P-' }, [pdf, text]],
    ['a type', { fileType: 'image' as const }, [photo]],
    ['the state of its review', { review: 'filed' as const }, [photo]],
    ['7 days', { dateRange: '7' as const }, [photo]],
    ['30 days', { dateRange: '30' as const }, [pdf, photo]],
    ['several filters', { patientRefId: 'p', fileType: 'pdf' as const, dateRange: '30' as const }, [pdf]],
  ])('documents are filtered by %s', (_what, filters, expected) => {
    expect(matching(all, { ...noFilters, ...filters }, Date.now())).toEqual(expected);
  });
});

it('the document statistics count the kinds and add up the sizes', () => {
  expect(documentStats(all)).toEqual({ total: 3, images: 1, pdfs: 1, others: 1, totalSize: 1537 });
});

it('documents are sorted newest first', () => {
  expect(newestFirst(all)).toEqual([photo, pdf, text]);
});

it('the URL for a download requests the file as an attachment', () => {
  expect(attachmentUrl('https://clinic.example/api/files/a.b.c')).toBe(
    'https://clinic.example/api/files/a.b.c?disposition=attachment',
  );
});
