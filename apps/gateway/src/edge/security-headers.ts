type Headers = Record<string, string>;

const nothing =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `'unsafe-inline'` for styles only: Mantine writes its variables into <style> elements at run time. */
const page = (styles: string) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
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

/** What a page and its parts may load: our own origin only. */
export const pagePolicy = page("'self' 'unsafe-inline'");

/** What stands on every answer, errors included, unless a page or a document brings its own. */
export function securityHeaders(publicUrl: string): Headers {
  const overTls = publicUrl.startsWith('https:');
  return {
    'content-security-policy': nothing,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
    ...(overTls ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
