import { jest } from '@jest/globals';

/**
 * A camera, which jsdom lacks. Returns a function that ends it, as the device does when another app takes the camera.
 */
export function fakeCamera(): { end: () => void } {
  const tracks: { onended?: () => void; stop: () => void }[] = [];
  const getUserMedia = () => {
    tracks.push({ stop: () => undefined });
    const current = tracks.slice(-1);
    return Promise.resolve({ getTracks: () => current, getVideoTracks: () => current });
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  return { end: () => tracks[tracks.length - 1]?.onended?.() };
}

export const removeFakeCamera = () => void Reflect.deleteProperty(navigator, 'mediaDevices');
