/** The copy for saved views. The messages about refused changes come from `@caredrop/contracts`. */
export const copy = {
  title: 'Saved views',
  all: 'All',
  save: 'Save view',
  rename: 'Rename view',
  delete: 'Delete view',
  loadFailed: 'Your saved views could not be fetched.',
  retry: 'Retry',
  dialog: {
    save: {
      title: 'Save these filters as a view',
      submit: 'Save',
      submitting: 'Saving...',
      done: (name: string) => `The view “${name}” has been saved`,
      failed: 'Failed to save the view',
    },
    rename: {
      title: 'Rename the view',
      submit: 'Rename',
      submitting: 'Renaming...',
      done: (name: string) => `The view is now called “${name}”`,
      failed: 'Failed to rename the view',
    },
    name: 'Name',
    help: 'Only you see it, wherever you sign in.',
    delete: {
      title: (name: string) => `Delete the view “${name}”?`,
      what: 'Nothing in the list is deleted, and the filters stay as they are.',
      confirm: 'Delete',
      confirming: 'Deleting...',
      done: 'The view has been deleted',
      failed: 'Failed to delete the view',
    },
  },
} as const;
