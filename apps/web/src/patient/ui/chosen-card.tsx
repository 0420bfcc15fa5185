import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatSize } from '../../shared/lib/format-size.js';
import { FileName } from '../../shared/ui/file-name.js';
import { copy } from '../copy.js';
import type { ChosenFile } from '../file/chosen-file.js';

/** The file before and while it is sent: preview, name, size, and a way to change it. */
export function ChosenCard({ chosen, onChange }: { chosen: ChosenFile; onChange?: () => void }) {
  const { file } = chosen;
  return (
    <div className="chosen">
      <Thumbnail chosen={chosen} />
      <div className="chosen-text">
        <span className="file-name" dir="auto">
          <FileName name={file.name} />
        </span>
        <span className="muted small">{formatSize(file.size)}</span>
      </div>
      {onChange && (
        <button type="button" className="button compact" onClick={onChange}>
          {copy.change}
        </button>
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
