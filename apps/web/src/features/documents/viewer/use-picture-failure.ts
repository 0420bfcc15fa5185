import type { Document } from '@caredrop/contracts';
import { useRef, useState } from 'react';
import type { QueryError } from '../../../shared/api/api-error.js';
import { useLazyPageFailureQuery } from './pages.api.js';

/** The query of the document: `refetch` requests a new signed URL, when the current one does not load. */
export interface Renewal {
  refetch: () => PromiseLike<{ data?: Document | null | undefined; error?: QueryError }>;
}

/** The URL of the picture that did not load, and why. */
interface Failure {
  src: string;
  /** Undefined until it is known. */
  error: QueryError;
}

/** Finds out why a picture below the signed URL `url` did not load. Only the status 422 means that it cannot be drawn. */
export function usePictureFailure(url: string, renewal: Renewal) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [findFailure] = useLazyPageFailureQuery();
  // The picture for which a new signed URL was requested; if it fails with the new one too, the URL is not the cause.
  const renewedFor = useRef<string | null>(null);

  const causeOf = async (src: string): Promise<QueryError> => {
    const picture = src.slice(url.length);
    if (renewedFor.current !== picture) {
      renewedFor.current = picture;
      const { data, error } = await renewal.refetch();
      if (error) return error;
      // The picture is loaded again with the new URL.
      if (data?.file_url !== url) return undefined;
    }
    return (await findFailure(src)).error;
  };
  const failed = async (src: string) => {
    setFailure({ src, error: undefined });
    const error = await causeOf(src);
    setFailure((current) => (current?.src === src ? { src, error } : current));
  };
  const loaded = () => (renewedFor.current = null);
  const retry = () => {
    renewedFor.current = null;
    setFailure(null);
    void renewal.refetch();
  };
  return { failure, failed, loaded, retry };
}
