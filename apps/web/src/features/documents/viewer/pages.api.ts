import type { PagesAnswer } from '@caredrop/contracts';
import { baseApi } from '../../../shared/api/base-api.js';

const pagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Takes a path from `pagesPath`, which changes with the signed URL. */
    documentPages: build.query<PagesAnswer, string>({ query: (url) => ({ url }) }),
  }),
});

export const { useDocumentPagesQuery } = pagesApi;
