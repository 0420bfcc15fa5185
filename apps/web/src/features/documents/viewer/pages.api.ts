import type { PagesAnswer } from '@caredrop/contracts';
import { baseApi } from '../../../shared/api/base-api.js';

const pagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Takes the path of the document's signed URL, which is replaced every few minutes. */
    documentPages: build.query<PagesAnswer, string>({ query: (url) => ({ url }) }),
  }),
});

export const { useDocumentPagesQuery } = pagesApi;
