import QRCode from 'qrcode';

/** Quiet zone in modules, without which cameras do not find the code (ISO 18004). */
const QUIET = 4;

/**
 * Drawn as one path, so that nothing is fetched and no style is inline. Always dark on white: cameras need
 * it.
 */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = Array.from(data).flatMap((module, at) =>
    module ? [`M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z`] : [],
  );
  const whole = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${whole} ${whole}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={whole} height={whole} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  );
}
