/** Separate from the feature's other copy, because it is loaded with the viewer. */
export const copy = {
  preview: {
    original: 'Open original',
    openInTab: 'open in a new tab',
    fullSize: 'View Full Size',
    openFailed: (reason: string) => `The original could not be opened: ${reason}`,
  },
  viewer: {
    what: 'The document',
    area: (file: string) => `Preview of ${file}`,
    alt: (file: string, page: number, pages: number) => `${file}, page ${page} of ${pages}`,
    toolbar: 'View',
    loading: 'Loading the page',
    pageOf: (page: number, pages: number) => `${page} of ${pages}`,
    previous: 'Previous page',
    next: 'Next page',
    zoom: (zoom: number) => `${Math.round(zoom * 100)}%`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit width',
    turn: 'Rotate',
    fullScreen: 'Full screen',
    leaveFullScreen: 'Leave full screen',
    safeCopy: 'A safe copy: pictures of the pages.',
    firstOnly: (shown: number, total: number) =>
      `A safe copy of the first ${shown} of ${total} pages. The original has all of them.`,
    failed: 'This document cannot be shown here. The original can still be opened.',
  },
};
