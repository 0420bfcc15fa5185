/** One attempt at a JPEG: its size in pixels and the encoder's quality from 0 to 1. */
export interface ShrinkStep {
  width: number;
  height: number;
  quality: number;
}

/** Long edge in pixels and quality, best first. Print stays readable down to 2,000 px; smaller is the last resort. */
const ladder: [longEdge: number, quality: number][] = [
  [4000, 0.9],
  [3000, 0.85],
  [3000, 0.72],
  [2400, 0.75],
  [2000, 0.75],
  [2000, 0.6],
  [1600, 0.6],
];

/** A picture's short edge is not reduced below this number of pixels; a shorter one is not reduced at all. */
const leastShortEdge = 1200;
/** The largest canvas that Safari draws, in pixels. */
const maxPixels = 4096 * 4096;

/**
 * Index of the first step in `ladder`. A conversion keeps as much as it can; shrinking starts below the resolution of
 * phone cameras.
 */
const firstStep = { convert: 0, shrink: 1 };

/**
 * The attempts for an image, best first; never larger than the image, never the same twice. None for a picture so long
 * that no canvas can hold it at a readable width: a tall one is cut into pages instead, and a wide one is refused.
 */
export function shrinkSteps(width: number, height: number, purpose: keyof typeof firstStep): ShrinkStep[] {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const steps = ladder.slice(firstStep[purpose]).map(([longEdge, quality]) => {
    const scale = Math.min(1, Math.max(longEdge / long, leastShortEdge / short));
    return {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      quality,
    };
  });
  return steps
    .filter((step) => step.width * step.height <= maxPixels)
    .filter((step, at, all) => all.findIndex((other) => isSame(other, step)) === at);
}

const isSame = (one: ShrinkStep, other: ShrinkStep) =>
  one.width === other.width && one.height === other.height && one.quality === other.quality;
