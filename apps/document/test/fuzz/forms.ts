import type { Random } from '@caredrop/testing/fuzz';

/** The form that was read, or an error whose `reason` says why it was refused. */
export type ReadForm = (
  contentType: string,
  body: Buffer,
) => Promise<{ bytes: Buffer; fileName: string; comment: string | null }>;

interface Written {
  boundary: string;
  /** The file as it was written; null once the body has been damaged. */
  file: Buffer | null;
  /** The comment as it was written; null if there is none or it is empty. */
  comment: string | null;
}

/** What each generated body contains, which cannot be derived from its bytes. */
const written = new WeakMap<Buffer, Written>();
const HANGS_AFTER_MS = 20_000;
const CRLF = '\r\n';

/** A form as browsers write it, with contents that resemble delimiters; most are damaged afterwards. */
export function makeForm(random: Random): Buffer {
  const boundary = random.pick(['x', '----WebKitFormBoundaryA1', '-', "a'()+_,./:=?", 'xx-xx']);
  const [file, comment] = [
    contents(random, boundary),
    random.pick([null, '', 'for Dr Ana', '--y', 'a\r\nb']),
  ];
  const parts = [part('document"; filename="a.pdf"', file, `${CRLF}Content-Type: application/pdf`)];
  if (comment !== null) parts.splice(random.int(2), 0, part('comment"', Buffer.from(comment)));
  for (let more = random.int(3); more > 0; more -= 1)
    parts.splice(random.int(parts.length + 1), 0, part(`other${String(more)}"`, contents(random, boundary)));
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  const whole = Buffer.concat([
    delimiter.subarray(2),
    ...parts.flatMap((one) => [Buffer.from(CRLF), one, delimiter]),
    Buffer.from(`--${random.pick(['', CRLF, `${CRLF}what follows`])}`),
  ]);
  const damages = random.int(4);
  const body = damage(random, whole, delimiter, damages);
  written.set(body, { boundary, file: damages === 0 ? file : null, comment: comment || null });
  return body;
}

/**
 * An intact form must be read as it was written. In a damaged form, the file must be the whole content of a
 * part, or the form must be refused.
 */
export async function checkForm(
  readForm: ReadForm,
  body: Buffer,
): Promise<{ kind: string; violation: string | null }> {
  const { boundary, file, comment } = written.get(body) ?? { boundary: 'x', file: null, comment: null };
  const form = await withinTime(readForm(`multipart/form-data; boundary="${boundary}"`, Buffer.from(body)));
  if (form === 'hangs') return { kind: 'read', violation: 'hangs' };
  if (form === 'refused')
    return { kind: form, violation: file ? 'refuses a form as browsers write it' : null };
  if (file) {
    const same = form.bytes.equals(file) && form.comment === (comment?.replace(CRLF, '\n') ?? null);
    return { kind: 'whole', violation: same ? null : 'reads an intact form incorrectly' };
  }
  const { bytes } = form;
  return {
    kind: 'damaged',
    violation: isPartOf(body, bytes, boundary) ? null : 'reads bytes that are not the content of a part',
  };
}

async function withinTime<Result>(reading: Promise<Result>): Promise<Result | 'refused' | 'hangs'> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<'hangs'>((resolve) => {
    timer = setTimeout(() => resolve('hangs'), HANGS_AFTER_MS);
  });
  const refused = (error: unknown) => {
    if (error instanceof Error && error.name === 'FormRejected') return 'refused' as const;
    throw error;
  };
  try {
    return await Promise.race([reading.catch(refused), hangs]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Uses a plain search: the headers of some part end right before `bytes`, its delimiter follows, and no
 * delimiter lies inside.
 */
function isPartOf(body: Buffer, bytes: Buffer, boundary: string): boolean {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`);
  if (bytes.includes(delimiter)) return false;
  const framed = Buffer.concat([Buffer.from(CRLF + CRLF), bytes, delimiter]);
  return body.includes(framed);
}

function part(name: string, data: Buffer, headers = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; name="${name}${headers}${CRLF}${CRLF}`),
    data,
  ]);
}

/** Bytes of a file that contain incomplete delimiters. */
function contents(random: Random, boundary: string): Buffer {
  const near = [
    '\r',
    '\n',
    CRLF,
    '--',
    `${CRLF}-`,
    `${CRLF}--${boundary.slice(0, -1)}`,
    `--${boundary}`,
    `\n--${boundary}`,
  ];
  const pieces = Array.from({ length: 1 + random.int(6) }, () =>
    random.int(3) === 0 ? random.bytes(1 + random.int(200)) : Buffer.from(random.pick(near)),
  );
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), ...pieces, Buffer.from('.')]);
  const delimiter = `${CRLF}--${boundary}`;
  return bytes.includes(delimiter) ? Buffer.from('%PDF-1.7') : bytes;
}

function damage(random: Random, whole: Buffer, delimiter: Buffer, times: number): Buffer {
  let body = Buffer.from(whole);
  const bits = [
    delimiter,
    delimiter.subarray(2),
    Buffer.from('--'),
    Buffer.from(CRLF),
    Buffer.from(CRLF + CRLF),
  ];
  for (let n = 0; n < times && body.length > 0; n += 1) {
    const at = random.int(body.length);
    const length = random.int(Math.min(40, body.length - at));
    const [before, after] = [body.subarray(0, at), body.subarray(at)];
    body = random.pick([
      () => Buffer.concat([before, random.pick([...bits, random.bytes(1)]), after]),
      () => Buffer.concat([before, body.subarray(at + length)]),
      () => Buffer.concat([before, body.subarray(at, at + length), after]),
      () => Buffer.concat([before, random.bytes(1), body.subarray(at + 1)]),
    ])();
  }
  return body;
}
