/** One link of the demo, and what happens to it. */
export interface PlannedLink {
  /** The clinician it belongs to. */
  owner: number;
  ref: string;
  nickname?: string;
  notes?: string;
  /** How many days ago it was created. */
  age: number;
  fate: 'active' | 'used' | 'revoked' | 'expired';
  /** Days until the link expires, when that is not 30 days after it was created. */
  left?: number;
  /** The number for its text message; sending to one ending in 0000 fails. */
  sms?: string;
  /** The documents it asks for, when there are several. */
  items?: { label: string; optional?: true }[];
}

/** Numbers reserved for films and demonstrations. */
const delivered = (n: number): string => `+4477009001${String(n).padStart(2, '0')}`;
const failing = '+447700900000';

/** In the order of `demoDocuments`: the newest document first. */
const used: PlannedLink[] = [
  {
    owner: 0,
    ref: 'PT-20418',
    nickname: 'J.K.',
    notes: 'Letter from GP before Thursday',
    age: 2,
    fate: 'used',
    sms: delivered(1),
  },
  { owner: 0, ref: 'PT-20377', nickname: 'M.', age: 3, fate: 'used' },
  {
    owner: 1,
    ref: 'CARD-118',
    nickname: 'Mr A.',
    notes: 'Medicines before dose change',
    age: 5,
    fate: 'used',
    sms: delivered(2),
  },
  { owner: 1, ref: 'CARD-121', age: 5, fate: 'used' },
  { owner: 0, ref: 'PT-20290', nickname: 'R.S.', age: 8, fate: 'used' },
  { owner: 2, ref: 'CM-0093', nickname: 'Lee', notes: 'Insurance changed in October', age: 9, fate: 'used' },
  { owner: 1, ref: 'CARD-107', nickname: 'Mrs P.', age: 11, fate: 'used', sms: delivered(3) },
  { owner: 0, ref: 'PT-20211', age: 14, fate: 'used' },
  { owner: 2, ref: 'CM-0088', nickname: 'T.', age: 16, fate: 'used' },
  { owner: 0, ref: 'PT-20187', nickname: 'H.B.', age: 21, fate: 'used' },
  { owner: 2, ref: 'CM-0071', notes: 'Consent for physiotherapy', age: 33, fate: 'used' },
  { owner: 1, ref: 'CARD-090', age: 47, fate: 'used' },
  { owner: 0, ref: 'PT-19950', nickname: 'D.', age: 58, fate: 'used' },
];

const active: PlannedLink[] = [
  {
    owner: 0,
    ref: 'PT-20431',
    nickname: 'A.W.',
    notes: 'Asked by phone',
    age: 0,
    fate: 'active',
    sms: delivered(4),
  },
  { owner: 0, ref: 'PT-20428', age: 1, fate: 'active' },
  { owner: 0, ref: 'PT-20302', nickname: 'N.', age: 27, fate: 'active', left: 3 },
  { owner: 0, ref: 'PT-20299', age: 30, fate: 'active', left: 0.3 },
  { owner: 1, ref: 'CARD-130', nickname: 'Mr O.', age: 1, fate: 'active', sms: failing },
  { owner: 1, ref: 'CARD-129', notes: 'Old ECG for comparison', age: 4, fate: 'active', sms: delivered(5) },
  { owner: 1, ref: 'CARD-112', age: 25, fate: 'active', left: 5 },
  {
    owner: 2,
    ref: 'CM-0101',
    nickname: 'Sam',
    notes: 'First visit on Monday',
    age: 0,
    fate: 'active',
    items: [
      { label: 'Referral letter' },
      { label: 'Insurance card' },
      { label: 'List of medicines', optional: true },
    ],
  },
  { owner: 2, ref: 'CM-0097', age: 6, fate: 'active', sms: failing },
];

const over: PlannedLink[] = [
  { owner: 0, ref: 'PT-19877', nickname: 'K.', age: 64, fate: 'expired' },
  { owner: 0, ref: 'PT-19790', age: 75, fate: 'expired', sms: delivered(6) },
  { owner: 1, ref: 'CARD-061', age: 52, fate: 'expired' },
  { owner: 1, ref: 'CARD-055', nickname: 'Mrs L.', age: 81, fate: 'expired' },
  { owner: 2, ref: 'CM-0040', age: 90, fate: 'expired' },
  { owner: 0, ref: 'PT-20399', notes: 'Wrong reference, see PT-20401', age: 4, fate: 'revoked' },
  { owner: 1, ref: 'CARD-119', age: 7, fate: 'revoked' },
  { owner: 2, ref: 'CM-0079', nickname: 'J.', notes: 'Came in person instead', age: 18, fate: 'revoked' },
];

export const plan: PlannedLink[] = [...used, ...active, ...over];

/** Links an administrator created together for a vaccination campaign. */
export const bulk = { count: 12, prefix: 'FLU', expiryDays: 90, age: 10 };

/** A `used` link whose document is deleted afterwards, so that the demo contains such a link. */
export const deletedRef = 'PT-19950';
