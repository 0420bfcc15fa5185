import type { PagesResponse } from '@caredrop/contracts';
import { baseApi } from '../../../shared/api/base-api.js';
import { apiPath } from './page-url.js';

const pagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Takes the URL from `pagesUrl`, which changes with the signed URL. */
    documentPages: build.query<PagesResponse, string>({ query: (url) => ({ url: apiPath(url) }) }),
    /**
     * Why the picture at a URL does not load, which an image element does not report. Always an error: a picture that
     * could be fetched after all is not an envelope and has the status 0.
     */
    pageFailure: build.query<null, string>({ query: (url) => ({ url: apiPath(url) }) }),
  }),
});

export const { useDocumentPagesQuery, useLazyPageFailureQuery } = pagesApi;
