import type { Document, PagesAnswer } from '@caredrop/contracts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { isApiError, type QueryError } from '../../../shared/api/api-error.js';
import { ErrorState, ListSkeleton } from '../../../shared/ui/states.js';
import { copy } from './copy.js';
import { kindOf } from '../document-rules.js';
import { NotDrawn } from './not-drawn.js';
import { OriginalLink } from './original-link.js';
import { PagePicture } from './page-picture.js';
import { pagesPath, pageUrl } from './page-url.js';
import { useDocumentPagesQuery } from './pages.api.js';
import { useFullScreen } from './use-full-screen.js';
import { useWidth } from './use-width.js';
import { ViewerToolbar } from './viewer-toolbar.js';
import { actionOf, firstView, isOnItsSide, nextView, type ViewAction } from './view-state.js';
import classes from './viewer.module.css';

/** The query of the document: `refetch` requests a new signed URL, when the current one does not load. */
export interface Renewal {
  error: QueryError;
  refetch: () => PromiseLike<unknown>;
}

interface Props {
  document: Document;
  url: string;
  renewal: Renewal;
}

/** A safe copy of the document: pictures of its pages. The original is one deliberate click away. */
export function DocumentViewer({ document, url, renewal }: Props) {
  const { data, error, isFetching, refetch } = useDocumentPagesQuery(pagesPath(url));
  if (data) return <Pages document={document} url={url} answer={data} renewal={renewal} />;
  if (!error || isFetching) return <ListSkeleton />;
  if (isApiError(error) && error.status === 422) return <NotDrawn document={document} url={url} />;
  const retry = () => (isApiError(error) && error.status === 404 ? void renewal.refetch() : void refetch());
  return <ErrorState what={copy.viewer.what} error={error} onRetry={retry} />;
}

function Pages({ document, url, answer, renewal }: Props & { answer: PagesAnswer }) {
  const { pages, total } = answer;
  const [view, setView] = useState(firstView);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // The picture for which a new signed URL was requested; if it fails with the new one too, the URL is not the cause.
  const renewedFor = useRef<string | null>(null);
  const [isRenewing, setIsRenewing] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(frame);
  const width = useWidth(area);
  const size = pages[view.page];
  if (!size) return null;

  const act = (action: ViewAction) => setView((from) => nextView(from, action, pages.length));
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  const long = isOnItsSide(view) ? size.width / size.height : 1;
  const src = pageUrl(url, view.page, (width ?? 0) * view.zoom * Math.max(1, long));
  const renew = async () => {
    setIsRenewing(true);
    await renewal.refetch();
    setIsRenewing(false);
  };
  const failed = () => {
    setFailedUrl(src);
    const picture = src.slice(url.length);
    if (renewedFor.current === picture) return;
    renewedFor.current = picture;
    void renew();
  };
  const retry = () => {
    setFailedUrl(null);
    void renew();
  };
  const loaded = () => (renewedFor.current = null);
  const name = document.file_name;
  const alt = pages.length > 1 ? copy.viewer.alt(name, view.page + 1, pages.length) : name;
  return (
    <div className={classes.frame} ref={frame}>
      <ViewerToolbar
        view={view}
        pages={pages.length}
        onAction={act}
        onFullScreen={fullScreen.toggle}
        isFullScreen={fullScreen.isFullScreen}
      />
      <div
        className={classes.area}
        ref={area}
        role="group"
        aria-label={copy.viewer.area(name)}
        // Focusable, because it is scrolled and operated by keyboard.
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {failedUrl === src ? (
          <Failed
            document={document}
            url={url}
            error={renewal.error}
            isRenewing={isRenewing}
            onRetry={retry}
          />
        ) : (
          width !== null && (
            <PagePicture src={src} alt={alt} size={size} view={view} onLoaded={loaded} onFailed={failed} />
          )
        )}
      </div>
      <div className={classes.foot}>
        <span>
          {total > pages.length ? copy.viewer.firstOnly(pages.length, total) : copy.viewer.safeCopy}
        </span>
        {failedUrl !== src && (
          <OriginalLink
            url={url}
            label={kindOf(document) === 'image' ? copy.preview.fullSize : copy.preview.original}
          />
        )}
      </div>
    </div>
  );
}

interface FailedProps {
  document: Document;
  url: string;
  /** Why there is no new signed URL. */
  error: QueryError;
  isRenewing: boolean;
  onRetry: () => void;
}

/** Takes the place of a picture that did not load. Whether the URL has expired is known when there is a new one. */
function Failed({ document, url, error, isRenewing, onRetry }: FailedProps) {
  if (isRenewing) return <ListSkeleton />;
  if (error) return <ErrorState what={copy.viewer.what} error={error} onRetry={onRetry} />;
  return <NotDrawn document={document} url={url} />;
}
