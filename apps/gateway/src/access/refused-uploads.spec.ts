import { RefusedUploads } from './refused-uploads.js';

const link = 'a-link';

async function refuse(uploads: RefusedUploads, times: number, status = 410): Promise<void> {
  for (let n = 0; n < times; n += 1) await uploads.learn(link, status);
}

describe('uploads of one link that are refused again and again', () => {
  it('are forwarded up to a hundred times a minute, and answered with 429 and a time after that', async () => {
    const uploads = new RefusedUploads();
    await refuse(uploads, 99);
    await expect(uploads.admit(link)).resolves.toBeUndefined();
    await refuse(uploads, 1);
    await expect(uploads.admit(link)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string },
    });
  });

  it('do not hold up the uploads of another link', async () => {
    const uploads = new RefusedUploads();
    await refuse(uploads, 200);
    await expect(uploads.admit('another-link')).resolves.toBeUndefined();
  });

  it('are not counted when the upload succeeds or a service of ours fails', async () => {
    const uploads = new RefusedUploads();
    await refuse(uploads, 200, 201);
    await refuse(uploads, 200, 503);
    await expect(uploads.admit(link)).resolves.toBeUndefined();
  });
});
