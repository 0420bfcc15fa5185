/** The copy for the admin start page and for Account security; separate from the layout’s, which every page loads. */
export const copy = {
  accountSecurity: {
    title: 'Account security',
    purpose: 'How you sign in, where you are signed in now, when you get emails, and when you are away.',
  },
  admin: {
    title: 'Admin',
    purpose: 'For the whole clinic: links, documents, people and the audit log.',
    tokenMonitor: 'Every clinician’s links: filter, text, revoke, or make many at once.',
    documents: 'Everything that has arrived: download as one zip, or delete.',
    manageUsers: 'Who can sign in: invite, disable and enable clinicians.',
    teams: 'Colleagues who look after each other’s links and documents.',
    requestTemplates: 'What the clinic often asks for, with instructions in each language.',
    statistics: 'How far links get and how long that takes, also by clinician.',
    audit: 'Who did what, when and from where; export it with proof.',
  },
} as const;
