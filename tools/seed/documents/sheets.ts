import type { Sheet } from './sheet.ts';

const lindenField = {
  letterhead: 'Lindenfield Medical Centre',
  address: '14 Orchard Row, Lindenfield · 020 7946 0102',
};
const stAgnes = { letterhead: "St Agnes' Hospital", address: 'Harbour Way, Portmere · 020 7946 0440' };
const northgate = {
  letterhead: 'Northgate Laboratory Service',
  address: 'Unit 6, Northgate Park · 020 7946 0871',
};

export const referralLetter: Sheet = {
  ...lindenField,
  date: '3 November 2026',
  title: 'Referral to dermatology',
  facts: [
    ['Our reference', 'LMC/26/20418'],
    ['Patient', 'Example patient, born 1987'],
    ['Priority', 'Routine'],
  ],
  paragraphs: [
    'Dear colleague,',
    'Thank you for seeing this patient, who has had a changing mark on the left shoulder for about four months. It has become darker and its edge is less even than in May. There is no itching and no bleeding.',
    'There is no family history of skin cancer. Blood pressure and pulse were normal today. No regular medicines, no known allergies.',
    'I would be grateful for your opinion and have asked the patient to bring earlier photographs to the appointment.',
  ],
  signature: { name: 'Dr M. Ashdown', role: 'General practitioner' },
};

export const prescription: Sheet = {
  ...lindenField,
  date: '10 November 2026',
  title: 'Prescription',
  facts: [
    ['Number', 'RX 550 218 7743'],
    ['Patient', 'Example patient'],
    ['Valid until', '10 May 2027'],
  ],
  paragraphs: ['Take with food. Do not stop without speaking to your doctor.'],
  table: {
    head: ['Medicine', 'Dose', 'How often', 'Quantity'],
    rows: [
      ['Ramipril capsules', '5 mg', 'once a day', '56'],
      ['Atorvastatin tablets', '20 mg', 'at night', '56'],
      ['Paracetamol tablets', '500 mg', 'when needed', '32'],
    ],
  },
  signature: { name: 'Dr L. Penhale', role: 'General practitioner' },
};

export const vaccinations: Sheet = {
  ...lindenField,
  date: '21 October 2026',
  title: 'Vaccination record',
  facts: [
    ['Record', 'V-88123'],
    ['Patient', 'Example patient'],
  ],
  paragraphs: ['Keep this card with your health documents.'],
  table: {
    head: ['Vaccine', 'Given on', 'Batch', 'Next due'],
    rows: [
      ['Influenza 2026/27', '21 Oct 2026', 'FL2261', 'autumn 2027'],
      ['Tetanus, diphtheria', '4 Mar 2021', 'TD0917', 'March 2031'],
      ['Hepatitis B (3 of 3)', '18 Sep 2019', 'HB4410', 'none'],
      ['MMR (2 of 2)', '2 Feb 1991', 'not known', 'none'],
    ],
  },
};

export const pressureDiary: Sheet = {
  letterhead: 'Blood pressure diary',
  address: 'Measure sitting, after five minutes of rest',
  date: 'Week of 9 November 2026',
  title: 'Morning and evening',
  facts: [
    ['Upper arm', 'left'],
    ['Device', 'own'],
  ],
  paragraphs: ['Felt dizzy on Wednesday after getting up. Better after breakfast.'],
  table: {
    head: ['Day', 'Morning', 'Pulse', 'Evening', 'Pulse'],
    rows: [
      ['Mon', '148 / 92', '71', '139 / 88', '68'],
      ['Tue', '151 / 94', '74', '142 / 87', '70'],
      ['Wed', '128 / 80', '82', '137 / 86', '72'],
      ['Thu', '145 / 91', '70', '140 / 88', '69'],
      ['Fri', '143 / 90', '72', '136 / 85', '66'],
      ['Sat', '141 / 89', '69', '138 / 86', '68'],
      ['Sun', '139 / 88', '68', '134 / 84', '65'],
    ],
  },
};

export const bloodTest: Sheet = {
  ...northgate,
  date: '12 November 2026',
  title: 'Blood test results',
  facts: [
    ['Sample', '26-1112-0457'],
    ['Taken', '11 November 2026, 08:40'],
    ['Requested by', 'Lindenfield Medical Centre'],
  ],
  paragraphs: [
    'Values marked with an arrow lie outside the reference range. Please discuss them with your doctor.',
  ],
  table: {
    head: ['Test', 'Result', 'Unit', 'Reference'],
    rows: [
      ['Haemoglobin', '138', 'g/L', '120 to 150'],
      ['White cell count', '6.1', '10^9/L', '4.0 to 10.0'],
      ['Platelets', '244', '10^9/L', '150 to 410'],
      ['Ferritin', '11  low', 'ug/L', '15 to 150'],
      ['Sodium', '140', 'mmol/L', '133 to 146'],
      ['Potassium', '4.3', 'mmol/L', '3.5 to 5.3'],
      ['Creatinine', '71', 'umol/L', '45 to 84'],
      ['HbA1c', '37', 'mmol/mol', 'below 42'],
      ['TSH', '2.2', 'mU/L', '0.3 to 4.2'],
    ],
  },
};

export const dischargeSummary: Sheet = {
  ...stAgnes,
  date: '30 October 2026',
  title: 'Discharge summary',
  facts: [
    ['Hospital number', 'SA 774 1093'],
    ['Admitted', '27 October 2026'],
    ['Discharged', '30 October 2026'],
    ['Ward', 'Surgical short stay'],
  ],
  paragraphs: [
    'Reason for admission: pain in the right lower abdomen for one day, with fever of 38.2 degrees.',
    'Finding: acute appendicitis without perforation, confirmed by ultrasound.',
    'Treatment: keyhole removal of the appendix on 28 October under general anaesthetic. No complications. Antibiotics for 24 hours.',
    'At discharge: no fever, eating and drinking normally, wounds clean and dry.',
    'Advice: no heavy lifting for two weeks. Stitches dissolve by themselves. Come back at once with fever, growing pain, or redness around a wound.',
    'For the practice: please review the wounds in ten days. Histology will follow by post.',
  ],
  signature: { name: 'Mr T. Varga', role: 'Consultant surgeon' },
};

export const xrayReport: Sheet = {
  ...stAgnes,
  date: '6 November 2026',
  title: 'Radiology report: chest, two views',
  facts: [
    ['Examination', 'XR-26-30977'],
    ['Requested by', 'Lindenfield Medical Centre'],
    ['Question', 'Cough for six weeks'],
  ],
  paragraphs: [
    'Comparison: none.',
    'The heart is of normal size. Lungs are clear; no consolidation, no effusion and no pneumothorax. The bony thorax is unremarkable.',
    'Conclusion: normal chest radiograph.',
  ],
  signature: { name: 'Dr H. Osei', role: 'Consultant radiologist' },
};

export const consentForm: Sheet = {
  ...stAgnes,
  date: '17 November 2026',
  title: 'Consent to share records',
  facts: [
    ['Form', 'SA-C3'],
    ['Concerns', 'Physiotherapy after knee operation'],
  ],
  paragraphs: [
    'I agree that the hospital and the practice named below may exchange those parts of my health record that are needed for my treatment.',
    'I know that I can withdraw this consent at any time, for the future, without giving a reason and without any effect on my care.',
    'I have been able to ask questions, and they were answered.',
  ],
  table: {
    head: ['May be shared', 'With', 'Until'],
    rows: [
      ['Letters and reports', 'Lindenfield Medical Centre', '31 May 2027'],
      ['Images', 'Lindenfield Medical Centre', '31 May 2027'],
      ['Medicines', 'Harbour Physiotherapy', '31 March 2027'],
    ],
  },
  signature: { name: 'signed by the patient', role: '17 November 2026' },
};

export const sickNote: Sheet = {
  ...lindenField,
  date: '16 November 2026',
  title: 'Statement of fitness for work',
  facts: [
    ['Patient', 'Example patient'],
    ['Assessed', '16 November 2026'],
  ],
  paragraphs: [
    'Because of: lower back pain.',
    'You are not fit for work from 16 November to 27 November 2026.',
    'Amended duties may help afterwards: no lifting above 10 kg, change of position every half hour.',
  ],
  signature: { name: 'Dr M. Ashdown', role: 'General practitioner' },
};

export const appointment: Sheet = {
  ...stAgnes,
  date: '14 November 2026',
  title: 'Your appointment',
  facts: [
    ['Clinic', 'Cardiology, second floor'],
    ['When', 'Thursday 10 December 2026, 09:20'],
    ['Reference', 'CA-40-7718'],
  ],
  paragraphs: [
    'Please bring a list of your medicines and any letters from other hospitals.',
    'If you cannot come, tell us at least two days before, so that somebody else can have the appointment.',
  ],
};
