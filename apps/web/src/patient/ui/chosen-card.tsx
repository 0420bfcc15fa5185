import { formatSize } from '@caredrop/patient-copy';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FileName } from '../../shared/ui/file-name.js';
import { useCopy } from '../copy-context.js';
import type { ChosenFile } from '../file/chosen-file.js';

interface Props {
  chosen: ChosenFile;
  onChange?: () => void;
  /** Only for a photo: makes it the first of several pages. */
  onAddPage?: () => void;
}

/** The file before and while it is sent: preview, name, size, and a way to change it. */
export function ChosenCard({ chosen, onChange, onAddPage }: Props) {
  const { file } = chosen;
  const copy = useCopy();
  return (
    <div className="chosen">
      <Thumbnail chosen={chosen} />
      <div className="chosen-text">
        <span className="file-name" dir="auto">
          <FileName name={file.name} />
        </span>
        <span className="muted small">{formatSize(copy, file.size)}</span>
      </div>
      {onChange && (
        <div className="chosen-actions">
          <button
            type="button"
            className={isStuck(chosen) ? 'button compact primary' : 'button compact'}
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

/** The file is refused and cannot be fixed, so another file must be chosen. */
const isStuck = ({ problem, ready }: ChosenFile) => problem !== null && !ready;

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
