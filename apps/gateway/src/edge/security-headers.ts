type Headers = Record<string, string>;

const nothing =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (styles: string, inlineScripts = '') =>
  [
    "default-src 'self'",
    `script-src 'self'${inlineScripts} 'wasm-unsafe-eval'`,
    `style-src ${styles}`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * What a page may load: only resources from our own origin, and the blobs and data URLs that it creates itself.
 * `'unsafe-inline'` is for <style> elements, because Mantine writes its variables into one at run time; style
 * attributes in markup stay forbidden.
 */
export const pagePolicy = `${page("'self' 'unsafe-inline'")}; style-src-attr 'none'`;

/** For the patient's page: only the inline elements it was built with, each listed by its hash. */
export const patientPolicy = (inline: { scripts: string[]; styles: string[] }) =>
  page(["'self'", ...inline.styles].join(' '), inline.scripts.map((hash) => ` ${hash}`).join(''));

const permissions = (camera: '()' | '(self)') =>
  [
    `camera=${camera}`,
    ...['accelerometer', 'bluetooth', 'browsing-topics', 'display-capture', 'geolocation', 'gyroscope'],
    ...['hid', 'magnetometer', 'microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'],
  ]
    .map((feature) => (feature.includes('=') ? feature : `${feature}=()`))
    .join(', ');

/** The patient's page scans documents with the camera; no other page uses a device. */
export const patientPermissions = permissions('(self)');

/** The headers of every response, errors included, unless a page or a document sets its own. */
export function securityHeaders(publicUrl: string): Headers {
  const overTls = publicUrl.startsWith('https:');
  return {
    'content-security-policy': nothing,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions('()'),
    'cache-control': 'no-store',
    ...(overTls ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
