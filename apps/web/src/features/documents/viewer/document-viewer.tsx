import type { Document, PagesResponse } from '@caredrop/contracts';
import { useRef, useState, type KeyboardEvent } from 'react';
import { isApiError, type QueryError } from '../../../shared/api/api-error.js';
import { ErrorState, ListSkeleton } from '../../../shared/ui/states.js';
import { copy } from './copy.js';
import { kindOf } from '../document-rules.js';
import { NotDrawn } from './not-drawn.js';
import { OriginalLink } from './original-link.js';
import { PagePicture } from './page-picture.js';
import { pageUrl, pagesUrl } from './page-url.js';
import { useDocumentPagesQuery } from './pages.api.js';
import { useFullScreen } from './use-full-screen.js';
import { usePictureFailure, type Renewal } from './use-picture-failure.js';
import { useWidth } from './use-width.js';
import { ViewerToolbar } from './viewer-toolbar.js';
import { actionOf, firstView, isOnItsSide, nextView, type ViewAction } from './view-state.js';
import classes from './viewer.module.css';

interface Props {
  document: Document;
  url: string;
  renewal: Renewal;
}

/** A safe copy of the document: pictures of its pages. The original is one deliberate click away. */
export function DocumentViewer({ document, url, renewal }: Props) {
  const { data, error, isFetching, refetch } = useDocumentPagesQuery(pagesUrl(url));
  if (data) return <Pages document={document} url={url} response={data} renewal={renewal} />;
  if (!error || isFetching) return <ListSkeleton />;
  if (isUndrawable(error)) return <NotDrawn document={document} url={url} />;
  const retry = () => (isApiError(error) && error.status === 404 ? void renewal.refetch() : void refetch());
  return <ErrorState what={copy.viewer.what} error={error} onRetry={retry} />;
}

const isUndrawable = (error: QueryError) => isApiError(error) && error.status === 422;

function Pages({ document, url, response, renewal }: Props & { response: PagesResponse }) {
  const { pages, total } = response;
  const [view, setView] = useState(firstView);
  const picture = usePictureFailure(url, renewal);
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
  const failure = picture.failure?.src === src ? picture.failure : null;
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
        {failure ? (
          <Failed document={document} url={url} error={failure.error} onRetry={picture.retry} />
        ) : (
          width !== null && (
            <PagePicture
              src={src}
              alt={alt}
              size={size}
              view={view}
              onLoaded={picture.loaded}
              onFailed={() => void picture.failed(src)}
            />
          )
        )}
      </div>
      <div className={classes.foot}>
        <span>
          {total > pages.length ? copy.viewer.firstOnly(pages.length, total) : copy.viewer.safeCopy}
        </span>
        {!failure && (
          <OriginalLink
            id={document.id}
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
  /** Undefined until it is known. */
  error: QueryError;
  onRetry: () => void;
}

/** Takes the place of a picture that did not load. */
function Failed({ document, url, error, onRetry }: FailedProps) {
  if (!error) return <ListSkeleton />;
  if (isUndrawable(error)) return <NotDrawn document={document} url={url} />;
  return <ErrorState what={copy.viewer.what} error={error} onRetry={onRetry} />;
}
