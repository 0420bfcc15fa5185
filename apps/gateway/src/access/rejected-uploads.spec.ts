import { RejectedUploads } from './rejected-uploads.js';

const link = 'a-link';

async function reject(uploads: RejectedUploads, times: number, status = 410): Promise<void> {
  for (let n = 0; n < times; n += 1) await uploads.learn(link, status);
}

describe('the limit on refused uploads per link', () => {
  it('a link whose uploads were refused 100 times within a minute gets 429 with Retry-After', async () => {
    const uploads = new RejectedUploads();
    await reject(uploads, 99);
    await expect(uploads.admit(link)).resolves.toBeUndefined();
    await reject(uploads, 1);
    await expect(uploads.admit(link)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string },
    });
  });

  it('refused uploads of one link do not block another link', async () => {
    const uploads = new RejectedUploads();
    await reject(uploads, 200);
    await expect(uploads.admit('another-link')).resolves.toBeUndefined();
  });

  it('successful uploads and server errors do not count as refused uploads', async () => {
    const uploads = new RejectedUploads();
    await reject(uploads, 200, 201);
    await reject(uploads, 200, 503);
    await expect(uploads.admit(link)).resolves.toBeUndefined();
  });
});
