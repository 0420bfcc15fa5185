import { english } from '../testing/english.js';
import { receiptName, receiptText } from './receipt-text.js';

const receipt = {
  fileName: 'letter.pdf',
  fileSize: 1536,
  patientRefId: 'P-1',
  receivedAt: '2026-11-21T14:05:00.000Z',
};

describe('the receipt', () => {
  it('the receipt names clinic, reference, file and time', () => {
    const text = receiptText(english, receipt, 'Harbour Street Surgery');
    expect(text).toContain('Receipt from Harbour Street Surgery');
    expect(text).toContain('Reference: P-1');
    expect(text).toContain('letter.pdf (1.50 KB)');
    expect(text).toMatch(/Received: {2}21 Nov 2026, \d\d:\d\d/);
  });

  it('without the copy that loads later, the receipt still names reference, file and date', () => {
    const { saved: _notLoaded, ...first } = english;
    const text = receiptText(first, receipt, 'Harbour Street Surgery');
    for (const fact of ['Your document has arrived.', 'Reference: P-1', 'letter.pdf', '21 Nov 2026'])
      expect(text).toContain(fact);
    expect(receiptName(first, 'P-1')).toBe('receipt-P-1.txt');
  });

  it.each([
    ['P-1', 'receipt-P-1.txt'],
    ['A/B: "7"', 'receipt-A-B-7-.txt'],
    ['Åse 1', 'receipt-Åse-1.txt'],
  ])('the receipt for %s is saved under a safe file name', (reference, name) => {
    expect(receiptName(english, reference)).toBe(name);
  });
});
