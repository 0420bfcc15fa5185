import { setTimeout as delay } from 'node:timers/promises';
import { aPdf } from '@caredrop/testing';
import type { Account } from '../../stack/start-stack.ts';
import { Api } from '../../seed/api.ts';

const MB = 1024 * 1024;
/** How many patients send at a time, how many bytes, in how many parts, with what pause after each part. */
export interface Load {
  patients: number;
  bytes: number;
  chunks: number;
  pauseMs: number;
}
/** Slow uploads, so that some are always in progress. */
export const slow: Load = { patients: 6, bytes: MB, chunks: 8, pauseMs: 150 };
/** As many uploads as possible, so that connections are opened and closed all the time. */
export const brisk: Load = { patients: 4, bytes: 400_000, chunks: 1, pauseMs: 0 };

interface Sent {
  reference: string;
  status: number;
  said: string;
}

/** Patients who keep sending documents, each exactly once, without retries. */
export class SteadyUploads {
  private readonly sent: Sent[] = [];
  private going = true;
  private patients: Promise<unknown> = Promise.resolve();

  private readonly url: string;
  private readonly clinician: Api;
  private readonly name: string;
  private readonly load: Load;
  private readonly began = Date.now();

  private constructor(url: string, clinician: Api, name: string, load: Load) {
    this.url = url;
    this.clinician = clinician;
    this.name = name;
    this.load = load;
  }

  static async start(url: string, account: Account, name: string, load: Load): Promise<SteadyUploads> {
    const clinician = await new Api(url).signIn(account.email, account.password);
    const uploads = new SteadyUploads(url, clinician, name, load);
    uploads.patients = Promise.all(Array.from({ length: load.patients }, (_, n) => uploads.patient(n)));
    uploads.patients.catch(() => undefined); // end() awaits it
    return uploads;
  }

  get count(): number {
    return this.sent.length;
  }

  /** Waits until `count` uploads have ended in total, or two minutes have passed. */
  async reached(count: number): Promise<void> {
    for (const until = Date.now() + 120_000; this.count < count && Date.now() < until;) await delay(50);
  }

  /** Stops sending after the uploads in progress. */
  async end(): Promise<void> {
    this.going = false;
    await this.patients;
  }

  /** Throws if an upload failed, or is not listed exactly once among the clinician's documents. */
  async verdict(): Promise<string> {
    const failed = this.sent.filter(({ status }) => status !== 201);
    const there = await this.referencesThere();
    const times = (wanted: string): number => there.filter((reference) => reference === wanted).length;
    const lost = this.sent.filter(({ reference }) => times(reference) !== 1);
    const said = [...new Set(failed.map(({ status, said }) => `${String(status)} ${said}`))].join('; ');
    const all = `of ${String(this.count)} uploads`;
    if (failed.length > 0) throw new Error(`${String(failed.length)} ${all} failed: ${said}`);
    if (lost.length > 0) throw new Error(`${String(lost.length)} ${all} are not listed exactly once`);
    const rate = this.count / ((Date.now() - this.began) / 1000);
    return `${String(this.count)} uploads, ${rate.toFixed(1)} per second`;
  }

  private async patient(nth: number): Promise<void> {
    for (let turn = 0; this.going; turn += 1) {
      const reference = `${this.name}-${String(nth)}-${String(turn)}`;
      // Creating the link may be retried; only the upload must not fail.
      const link = await this.link(reference);
      this.sent.push({ reference, ...(await this.send(link)) });
    }
  }

  private async link(patientRefId: string): Promise<string> {
    for (let left = 50; ; left -= 1) {
      try {
        return (await this.clinician.post<{ token: { token: string } }>('/tokens', { patientRefId })).token
          .token;
      } catch (error) {
        if (left === 0) throw error;
        await delay(200);
      }
    }
  }

  private async send(link: string): Promise<Omit<Sent, 'reference'>> {
    try {
      const response = await fetch(`${this.url}/api/upload/${link}`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: inParts(form(this.load.bytes), this.load),
        duplex: 'half',
      });
      return { status: response.status, said: (await response.text()).slice(0, 120) };
    } catch (error) {
      return { status: 0, said: String((error as Error).cause ?? error) };
    }
  }

  private async referencesThere(): Promise<string[]> {
    const { uploads } = await this.clinician.get<{ uploads: { patient_ref_id: string }[] }>('/documents');
    return uploads.map(({ patient_ref_id }) => patient_ref_id);
  }
}

function form(bytes: number): Buffer {
  const file = aPdf({ text: 'rolled', bytes });
  const head =
    '--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]);
}

async function* inParts(bytes: Buffer, { chunks, pauseMs }: Load): AsyncGenerator<Buffer> {
  const size = Math.ceil(bytes.length / chunks);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    await delay(pauseMs);
  }
}
