/** The copy for the search and for the list of keyboard shortcuts. */
export const copy = {
  search: {
    title: 'Search',
    label: 'Search links and documents',
    own: 'Part of a reference, nickname, note, link, file name or comment.',
    everyone: 'Part of a reference or link; documents by reference.',
    links: 'Links',
    documents: 'Documents',
    searching: 'Searching...',
    none: (text: string) => `Nothing found for “${text}”.`,
    linksFailed: 'Links could not be searched.',
    documentsFailed: 'Documents could not be searched.',
    allLinks: 'Show all of these links',
    allDocuments: 'Show all of these documents',
    /** `scope`: the name of the list's scope, such as 'Team'. */
    allOf: (label: string, scope: string) => `${label}: ${scope}`,
    keys: 'Keys',
  },
  keys: {
    title: 'Keys',
    use: 'Use these keys',
    useHelp: 'Turn them off if you speak to your computer. This browser remembers your choice.',
    notStored: 'This browser does not store the choice. It is forgotten when you close the page.',
    list: [
      ['/', 'Search'],
      ['?', 'This list'],
      ['N', 'New link'],
      ['G then D', 'Dashboard'],
      ['G then L', 'Upload links'],
      ['G then O', 'Documents'],
      ['J', 'Next document of the list'],
      ['K', 'Previous document of the list'],
    ],
  },
} as const;
