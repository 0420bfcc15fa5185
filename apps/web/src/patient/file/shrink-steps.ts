/** One attempt at a JPEG: its size in pixels and the encoder's quality from 0 to 1. */
export interface ShrinkStep {
  width: number;
  height: number;
  quality: number;
}

/**
 * Long edge in pixels and quality, best first. Print stays readable down to 2,000 px; smaller is the last
 * resort.
 */
const ladder: [longEdge: number, quality: number][] = [
  [4000, 0.9],
  [3000, 0.85],
  [3000, 0.72],
  [2400, 0.75],
  [2000, 0.75],
  [2000, 0.6],
  [1600, 0.6],
  [1200, 0.6],
];

/** A conversion keeps as much as it can; shrinking starts below the resolution of phone cameras. */
const firstStep = { convert: 0, shrink: 1 };

/** The attempts for an image, best first; never larger than the image, never the same twice. */
export function shrinkSteps(width: number, height: number, purpose: keyof typeof firstStep): ShrinkStep[] {
  const steps = ladder.slice(firstStep[purpose]).map(([longEdge, quality]) => {
    const scale = Math.min(1, longEdge / Math.max(width, height));
    return {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      quality,
    };
  });
  return steps.filter((step, at) => steps.findIndex((other) => isSame(other, step)) === at);
}

const isSame = (one: ShrinkStep, other: ShrinkStep) =>
  one.width === other.width && one.height === other.height && one.quality === other.quality;
