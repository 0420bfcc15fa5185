// Films the guide: `node src/patient/guide/make-guide.mjs` in apps/web, after `npm run build`. Needs ffmpeg
// with libx264 and libvpx, and Chromium (CHROMIUM, or /usr/bin/chromium). Opens the built page with made-up
// data, takes screenshots and animates them in storyboard.html. Writes video and poster to public/guide/.
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { guideSteps } from './guide-steps.ts';
import { takePictures } from './take-pictures.mjs';

const framesPerSecond = 12;
const fontFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const size = { width: 720, height: 900 };
const target = fileURLToPath(new URL('../../../public/guide/', import.meta.url));

/** The headings in the video, one for each step. */
const titles = {
  start: 'How to send a document',
  open: 'Open the link',
  check: 'Check the reference',
  choose: 'Choose your document',
  read: 'Check that it is readable',
  comment: 'Add a comment',
  upload: 'Upload',
  done: 'Done',
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const pictures = await takePictures(browser);
  const frames = await film(pictures);
  await mkdir(target, { recursive: true });
  await writeFile(`${target}guide.jpg`, frames[0]);
  await encode(frames, 'guide.mp4', [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '27',
    '-movflags',
    '+faststart',
  ]);
  await encode(frames, 'guide.webm', [
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '40',
    '-row-mt',
    '1',
    '-cpu-used',
    '3',
  ]);
} finally {
  await browser.close();
}

/** Returns one JPEG per frame; a frame identical to the previous one reuses its screenshot. */
async function film(pictures) {
  const page = await browser.newPage({ viewport: size });
  await page.goto(new URL('./storyboard.html', import.meta.url).href);
  const font = (await readFile(fileURLToPath(import.meta.resolve(fontFile)))).toString('base64');
  const steps = guideSteps.map((step) => ({ ...step, title: titles[step.caption] }));
  await page.evaluate((given) => globalThis.prepare(...given), [steps, pictures, font]);
  const frames = [];
  let drawn = '';
  for (let at = 0; at < 45 * framesPerSecond; at += 1) {
    const shows = await page.evaluate((seconds) => globalThis.draw(seconds), at / framesPerSecond);
    frames.push(shows === drawn ? frames.at(-1) : await page.screenshot({ type: 'jpeg', quality: 95 }));
    drawn = shows;
  }
  await page.close();
  return frames;
}

async function encode(frames, name, codec) {
  const input = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(framesPerSecond), '-i', '-'];
  const output = ['-pix_fmt', 'yuv420p', '-an', ...codec, `${target}${name}`];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve, reject) => {
    ffmpeg.on('error', reject);
    ffmpeg.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg failed: ${code}`))));
  });
  for (const frame of frames)
    if (!ffmpeg.stdin.write(frame)) await new Promise((go) => ffmpeg.stdin.once('drain', go));
  ffmpeg.stdin.end();
  await ended;
  console.log(`${name}: ${(await readFile(`${target}${name}`)).length} bytes`);
}
