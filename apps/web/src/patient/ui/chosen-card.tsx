import { formatSize } from '@caredrop/patient-copy';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FileName } from '../../shared/ui/file-name.js';
import { useCopy } from '../copy-context.js';
import type { ChosenFile } from '../file/chosen-file.js';
import type { Look } from '../look/look-dialog.js';

interface Props {
  /** Null while there is none: screen readers announce only what changes in a live region that exists already. */
  chosen: ChosenFile | null;
  /** The name of the button that opens the preview; undefined until it is loaded. */
  look?: (params: { name: string }) => string;
  onLook?: (look: Look) => void;
  onChange?: () => void;
  /** True if the file is refused and cannot be fixed: the patient has to choose another one. */
  isStuck?: boolean;
  /** Only for a photo: makes it the first of several pages. */
  onAddPage?: () => void;
}

/** The file before and while it is sent: preview, name, size, and a way to change it. */
export function ChosenCard({ chosen, look, isStuck, onLook, onChange, onAddPage }: Props) {
  const copy = useCopy();
  const file = chosen?.file;
  const thumbnail = chosen && <Thumbnail chosen={chosen} />;
  return (
    <div className="chosen">
      {look && file && chosen.kind.includes('/') ? (
        <button
          type="button"
          className="look-button"
          aria-label={look({ name: file.name })}
          onClick={() => onLook!({ picture: file, name: file.name, turns: 0 })}
        >
          {thumbnail}
        </button>
      ) : (
        thumbnail
      )}
      <div className="chosen-text" role={onChange && 'status'}>
        {file && (
          <>
            <span className="file-name" dir="auto">
              <FileName name={file.name} />
            </span>
            <span className="muted small">{formatSize(copy, file.size)}</span>
          </>
        )}
      </div>
      {file && onChange && (
        <div className="chosen-actions">
          <button
            type="button"
            className={isStuck ? 'button compact primary' : 'button compact'}
            onClick={onChange}
          >
            {copy.form.change()}
          </button>
          {onAddPage && (
            <button type="button" className="button compact" onClick={onAddPage}>
              {copy.pages.add()}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Thumbnail({ chosen: { file, kind } }: { chosen: ChosenFile }) {
  const url = useThumbnailUrl(file, kind === 'image/jpeg' || kind === 'image/png');
  const [broken, setBroken] = useState<string | null>(null);
  if (url && broken !== url)
    return <img className="thumbnail" src={url} alt="" onError={() => setBroken(url)} />;
  const Icon = kind === 'application/pdf' || kind === 'unknown' ? IconFileText : IconPhoto;
  return (
    <span className="thumbnail">
      <Icon size={28} stroke={1.75} aria-hidden="true" />
    </span>
  );
}

function useThumbnailUrl(file: File, isShown: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isShown) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file, isShown]);
  return url;
}
