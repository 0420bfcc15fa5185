import { limits, templateLimits } from '@caredrop/contracts';

/** The copy for request templates. What patients read is written by the clinic. */
export const copy = {
  page: {
    title: 'Request Templates',
    purpose: 'What your clinic often asks for, with instructions for the patient in each language.',
    what: 'The templates',
    table: 'Request templates',
    noun: 'template',
    empty: 'No templates yet. The first one appears in the form for a new link as soon as it is saved.',
  },
  columns: {
    name: 'Name',
    languages: 'Languages',
    expiry: 'Link expires',
    reminders: 'Reminders',
    changed: 'Last changed',
    actions: 'Actions',
  },
  days: (days: number | null) => (days === null ? 'As usual' : `After ${days} day${days === 1 ? '' : 's'}`),
  reminders: (planned: boolean | null) => (planned === false ? 'Off' : 'On'),
  by: (name: string) => `by ${name}`,
  items: (labels: string[]) => `${labels.length} documents: ${labels.join(', ')}`,
  edit: 'Edit',
  archive: 'Archive',
  dialog: {
    create: {
      title: 'New template',
      submit: 'Save template',
      submitting: 'Saving...',
      done: (name: string) => `The template “${name}” has been saved`,
      failed: 'Failed to save the template',
    },
    change: {
      title: 'Edit the template',
      what: 'Patients who already have a link keep the instructions that it was made with.',
      submit: 'Save changes',
      submitting: 'Saving...',
      done: (name: string) => `The template “${name}” has been changed`,
      failed: 'Failed to change the template',
      overtaken: (name: string) =>
        `Since you opened this template, ${name} has changed it. What you wrote is still here. Saving again replaces that change.`,
    },
    name: 'Name',
    nameHelp: 'Only staff see it, for example “Insurance card”.',
    instructions: 'Instructions for the patient',
    instructionsHelp: (length: number) =>
      `Shown above the choice of a file, as you write them. No links. ${length} of ${templateLimits.instructionsMax} characters.`,
    noPatient: 'Write nothing here about one patient: everyone who gets a link with this template reads it.',
    sms: 'Text message',
    smsUsual: 'Optional. Leave it empty to send the usual text.',
    smsSize: (length: number, segments: number) =>
      `{link} stands for the link. ${length} of ${limits.smsTextMax} characters, sent as ${segments} text message${segments === 1 ? '' : 's'}.`,
    documentsIn: (language: string) => `Names of the documents in ${language}`,
    documentsInHelp: (usual: string) => `Optional. Patients read a name that is missing here in ${usual}.`,
    /** `name`: in the clinic's default language. */
    document: (position: number, name: string) =>
      name === '' ? `Document ${position}` : `Document ${position}: ${name}`,
    add: 'Add a language',
    addHelp: 'Patients with another language read the instructions in the first language.',
    addNone: 'Choose a language',
    remove: (language: string) => `Remove ${language}`,
    expiry: 'Days until the link expires',
    expiryHelp: `Optional, from ${limits.expiryDaysMin} to ${limits.expiryDaysMax}. The clinician can change it for each link.`,
    reminders: 'Plan reminders',
    remindersHelp: 'The clinician can change it for each link.',
  },
  archiving: {
    title: (name: string) => `Archive the template “${name}”?`,
    what: 'It can no longer be chosen for new links, and cannot be brought back. Links that were made with it keep their instructions.',
    confirm: 'Archive',
    confirming: 'Archiving...',
    done: 'The template has been archived',
    failed: 'Failed to archive the template',
  },
  field: {
    label: 'Template',
    help: 'Optional. Instructions for the patient, and the usual settings of such a link.',
    none: 'No template',
    reads: 'The patient reads above the choice of a file:',
    textMessage: 'The text message:',
    missing: (wanted: string, shown: string) =>
      `There are no instructions in ${wanted}. The patient reads them in ${shown}.`,
    asks: (count: number) => `This template asks for ${count} documents:`,
    optional: '(optional)',
    author: (name: string, day: string) => `Written by ${name}, ${day}.`,
  },
} as const;
