import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { copy } from './copy.js';
import classes from './viewer.module.css';
import { isOnItsSide, type View } from './view-state.js';

interface Props {
  src: string;
  alt: string;
  size: { width: number; height: number };
  view: View;
  onLoaded: () => void;
  /** Called when the picture does not load. */
  onFailed: () => void;
}

/** One page, with its space reserved while it loads. */
export function PagePicture({ src, alt, size: { width, height }, view, onLoaded, onFailed }: Props) {
  const [loadedSrc, setLoadedSrc] = useState<string | null>(null);
  const side = isOnItsSide(view);
  const loading = loadedSrc !== src;
  const loaded = () => {
    setLoadedSrc(src);
    onLoaded();
  };
  return (
    <div
      className={classes.sheet}
      style={{
        width: `${view.zoom * 100}%`,
        aspectRatio: side ? `${height} / ${width}` : `${width} / ${height}`,
      }}
      aria-busy={loading}
    >
      {loading && <Skeleton className={classes.waiting} role="status" aria-label={copy.viewer.loading} />}
      <img
        src={src}
        alt={alt}
        className={classes.page}
        style={{
          width: side ? `${(width / height) * 100}%` : '100%',
          transform: `translate(-50%, -50%) rotate(${view.turn}deg)`,
        }}
        onLoad={loaded}
        onError={onFailed}
      />
    </div>
  );
}
