/** The copy of the document screens. The specified sentences come from `@caredrop/contracts`. */
export const copy = {
  columns: {
    file: 'File',
    patient: 'Patient',
    clinician: 'Clinician',
    date: 'Date',
    size: 'Size',
    actions: 'Actions',
  },
  countNoun: 'document',
  actions: { view: 'View', download: 'Download', delete: 'Delete' },
  table: {
    label: 'Documents',
    delete: 'Delete',
    deleteMany: (count: number) => `Delete ${count}`,
  },
  list: {
    title: 'Documents',
    purpose: 'What your patients have sent you, the newest first.',
    what: 'Your documents',
    filters: {
      reference: 'Patient reference',
      fileType: 'File type',
      fileTypes: { all: 'All types', pdf: 'PDF', image: 'Image' },
      dateRange: 'Date range',
      dateRanges: { all: 'All time', week: 'Last 7 days', month: 'Last 30 days' },
    },
  },
  admin: {
    title: 'Document Downloads',
    purpose: 'Everything the clinic’s patients have sent.',
    what: 'The documents',
    stats: { total: 'Total Documents', images: 'Images', pdfs: 'PDFs', totalSize: 'Total Size' },
    filters: {
      reference: 'Patient Reference ID',
      fileType: 'File Type',
      fileTypes: { all: 'All types', image: 'Image', pdf: 'PDF', other: 'Other' },
      dateRange: 'Date Range',
      dateRanges: {
        all: 'All time',
        today: 'Today',
        week: 'Last 7 days',
        month: 'Last 30 days',
        year: 'Last 365 days',
      },
    },
    downloadSelected: 'Download Selected',
    preparingZip: 'Preparing zip...',
  },
  detail: {
    title: 'Document Detail',
    purpose: 'What a patient has sent, and the link it came through.',
    what: 'This document',
    back: 'Back to documents',
    preview: 'Preview',
    details: 'Details',
    facts: {
      fileName: 'File name',
      type: 'Type',
      size: 'Size',
      reference: 'Patient reference',
      uploadDate: 'Upload date',
      comment: 'Comment',
      noComment: 'None',
    },
    download: 'Download Document',
    delete: 'Delete',
    token: {
      heading: 'Upload Token',
      token: 'Token',
      status: 'Status',
      created: 'Created',
      expires: 'Expires',
      view: 'View token details',
    },
  },
  preview: {
    frame: (file: string) => `Preview of ${file}`,
    empty: 'If the preview stays empty:',
    openInTab: 'open in a new tab',
    fullSize: 'View Full Size',
  },
  deletion: {
    title: (count: number) => (count === 1 ? 'Delete this document?' : `Delete these ${count} documents?`),
    confirm: 'Delete',
    confirming: 'Deleting...',
    /** Appears between the file's name and the patient's reference. */
    patient: ', patient ',
    more: (count: number) => `and ${count} more`,
    consequence: (count: number) =>
      `${count === 1 ? 'The file is' : 'The files are'} erased for good. This cannot be undone.`,
  },
  recent: {
    patient: (reference: string) => `Patient: ${reference}`,
    view: 'View',
  },
  zipIncomplete: (missing: number, list: string) =>
    `${missing} could not be read. ${list} in the zip names what is missing.`,
  /** Why a file could not be downloaded; each completes a sentence. */
  downloadProblems: {
    unreachable: 'the server could not be reached',
    status: (status: number) => `the server answered ${status}`,
    interrupted: 'the connection broke off',
    gone: 'it is no longer there',
    notSaved: 'the file could not be saved',
  },
} as const;
