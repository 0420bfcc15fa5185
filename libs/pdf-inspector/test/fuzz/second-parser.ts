import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** What MuPDF finds in a PDF, after its repairs. */
export interface MupdfView {
  names?: string[];
  /** A file on a share or at a URL. */
  elsewhere?: boolean;
  /** A URL opens without a click. */
  opens?: boolean;
  pages?: number;
  password?: boolean;
  broken?: boolean;
}

const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'mutool-view.js');
/** Far longer than any small file takes; after this time MuPDF is restarted. */
const REPLY_WITHIN_MS = 20_000;

/**
 * MuPDF as a second opinion on PDFs: a single line-buffered `mutool run` (mupdf-tools) that reads one file
 * after another.
 */
export class Mutool {
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'caredrop-fuzz-'));
  private readonly file = path.join(this.folder, 'input.pdf');
  private child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  private lines: Interface | undefined;

  /** Throws when MuPDF is not installed: every file would seem to crash it. */
  constructor() {
    const { error } = spawnSync('mutool', ['-v'], { stdio: 'ignore' });
    if (error) throw new Error('mutool does not start (Debian: mupdf-tools)', { cause: error });
  }

  /** Null when MuPDF itself crashes or hangs. Throws when `stdbuf` is not installed. */
  async view(pdf: Buffer): Promise<MupdfView | null> {
    const child = (this.child ??= this.start());
    writeFileSync(this.file, pdf);
    const reply = await new Promise<string | null | Error>((resolve) => {
      const timer = setTimeout(() => resolve(null), REPLY_WITHIN_MS);
      const done = (result: string | null | Error) => {
        clearTimeout(timer);
        resolve(result);
      };
      this.lines?.once('line', done);
      child.once('error', done);
      child.once('close', () => done(null));
      child.stdin.write(`${this.file}\n`);
    });
    child.removeAllListeners('close');
    child.removeAllListeners('error');
    if (typeof reply === 'string') return JSON.parse(reply) as MupdfView;
    this.stop();
    if (reply instanceof Error) throw reply;
    return null;
  }

  close(): void {
    this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private start(): ChildProcessByStdio<Writable, Readable, null> {
    const child = spawn('stdbuf', ['-oL', 'mutool', 'run', script], { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => undefined);
    this.lines = createInterface({ input: child.stdout });
    return child;
  }

  private stop(): void {
    this.lines?.close();
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

/** Maps MuPDF's findings to ours. Written independently of the reader under test. */
const findingOf: Record<string, string> = {
  JavaScript: 'javascript',
  OnInstantiate: 'javascript',
  XFA: 'javascript',
  Launch: 'launch',
  GoToR: 'remote',
  GoToE: 'remote',
  SubmitForm: 'remote',
  ImportData: 'remote',
  Rendition: 'remote',
  Movie: 'remote',
  EmbeddedFile: 'attachments',
  EmbeddedFiles: 'attachments',
  FileAttachment: 'attachments',
  RichMedia: 'attachments',
};

/**
 * Returns the active parts that MuPDF finds and `found` lacks. A file that cannot be checked or opened counts
 * as hiding nothing.
 */
export function hiddenFrom(found: ReadonlySet<string>, view: MupdfView): string[] {
  if (found.has('uncheckable') || found.has('password')) return [];
  const seen = (view.names ?? []).flatMap((name) => findingOf[name] ?? []);
  if (view.opens || view.elsewhere) seen.push('remote');
  if (view.password) seen.push('password');
  return [...new Set(seen)].filter((finding) => !found.has(finding));
}
