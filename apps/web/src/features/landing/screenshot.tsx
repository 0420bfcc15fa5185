import classes from './screenshot.module.css';

/** A picture in `public/screens`; each has a light and a dark version. */
export interface Shot {
  name: string;
  /** Size of the file in pixels, which reserves its space until it has loaded. */
  width: number;
  height: number;
  /** Describes the picture for people who cannot see it. */
  alt: string;
}

/** A screenshot of the product, in the colours of the page. Browsers load only the one that is shown. */
export function Screenshot({
  shot: { name, width, height, alt },
  eager = false,
}: {
  shot: Shot;
  eager?: boolean;
}) {
  return (['light', 'dark'] as const).map((scheme) => (
    <img
      key={scheme}
      className={classes[scheme]}
      src={`/screens/${name}-${scheme}.webp`}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      fetchPriority={eager ? 'high' : 'auto'}
    />
  ));
}
