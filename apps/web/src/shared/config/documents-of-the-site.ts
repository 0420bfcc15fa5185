/**
 * Static pages outside the application, which also work without JavaScript. In a separate file, because a build cannot
 * remove the calls in `paths.ts` from the patient's page.
 */
export const documentsOfTheSite = { accessibility: '/accessibility.html', privacy: '/privacy.html' } as const;
