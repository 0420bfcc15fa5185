import { freeCanvas, toJpegBlob, turnedCanvas } from '../file/canvas.js';

/** The part of ImageCapture we use; TypeScript's DOM library does not have it. */
declare class ImageCapture {
  constructor(track: MediaStreamTrack);
  takePhoto(): Promise<Blob>;
}

/** On some Android devices `takePhoto` never settles. */
const photoTimeoutMs = 4_000;
/** JPEG quality of a video frame, which is encoded again as a page. */
const frameQuality = 0.92;

/** Opens a camera, preferably the rear one. Rejects when access is denied, or when the camera is in use or missing. */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1920 } },
  });

export const closeCamera = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

/** Takes a photo at the camera's full resolution, or grabs the current video frame if that is unsupported or fails. */
export async function takePicture(stream: MediaStream, video: HTMLVideoElement): Promise<Blob> {
  const [track] = stream.getVideoTracks();
  if (!track || !('ImageCapture' in window)) return grabFrame(video);
  try {
    return await within(photoTimeoutMs, new ImageCapture(track).takePhoto());
  } catch {
    // Many cameras advertise takePhoto but fail; the video frame is always available.
    return grabFrame(video);
  }
}

async function grabFrame(video: HTMLVideoElement): Promise<Blob> {
  const size = { width: video.videoWidth, height: video.videoHeight };
  const canvas = turnedCanvas(size, 0, (context) => context.drawImage(video, 0, 0));
  try {
    return await toJpegBlob(canvas, frameQuality);
  } finally {
    freeCanvas(canvas);
  }
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('This took too long.')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Focuses on the point that the patient tapped; `x` and `y` are from 0 to 1. Does nothing if the camera cannot. */
export async function focusAt(stream: MediaStream, x: number, y: number): Promise<void> {
  const focus = { focusMode: 'single-shot', pointsOfInterest: [{ x, y }] };
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [focus as MediaTrackConstraintSet] });
  } catch {
    // The camera keeps focusing by itself.
  }
}
