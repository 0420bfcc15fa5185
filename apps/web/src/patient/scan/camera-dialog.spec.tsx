import { loadScanCopy } from '@caredrop/patient-copy';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { fakeCamera, removeFakeCamera } from '../testing/camera.js';
import { english as copy, renderWith } from '../testing/english.js';
import { fakeImages } from '../testing/images.js';
import { aPage } from '../testing/pages.js';
import { CameraDialog } from './camera-dialog.js';
import type { ScanPage } from './scan-page.js';

const scan = await loadScanCopy('en');
const user = userEvent.setup();
const onPhoto = jest.fn<(photo: Promise<Blob>, replaces: string | null) => Promise<ScanPage[]>>();
const shutter = () => screen.getByRole('button', { name: scan.shoot() });

function Camera() {
  const [pages, setPages] = useState<readonly ScanPage[]>([]);
  return (
    <CameraDialog
      scanCopy={scan}
      pages={pages}
      replaces={null}
      onPhoto={async (photo, replaces) => {
        const made = await onPhoto(photo, replaces);
        setPages((all) => [...all, ...made]);
        return made;
      }}
      onChange={() => undefined}
      onClose={() => undefined}
      onRejected={() => undefined}
    />
  );
}

async function shoot() {
  await waitFor(() => expect(shutter()).toBeEnabled());
  await user.click(shutter());
}

/** The camera is opened only when the returned function is called. */
function holdOpening() {
  const held = Promise.withResolvers<void>();
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia;
  mediaDevices.getUserMedia = (constraints) => held.promise.then(() => open(constraints));
  return () => {
    held.resolve();
    return held.promise;
  };
}

/** After the page has been added, the next photo must not replace it. */
async function expectNextToBeAdded() {
  await user.click(await screen.findByRole('button', { name: copy.pages.add() }));
  onPhoto.mockResolvedValueOnce([aPage('2')]);
  await shoot();
  await screen.findByText(scan.added({ number: 2 }));
  expect(onPhoto.mock.calls.map(([, replaces]) => replaces)).toEqual([null, null]);
}

describe('a camera that the device stops', () => {
  let camera: ReturnType<typeof fakeCamera>;
  beforeEach(() => {
    onPhoto.mockReset();
    fakeImages({ decodes: true });
    camera = fakeCamera();
    renderWith(<Camera />);
  });
  afterEach(() => {
    removeFakeCamera();
    jest.restoreAllMocks();
  });

  it('a page that is being reviewed stays, and the next photo is added after it', async () => {
    onPhoto.mockResolvedValueOnce([aPage('1')]);
    await shoot();
    await screen.findByText(scan.added({ number: 1 }));
    act(() => camera.end());
    expect(screen.getByText(scan.added({ number: 1 }))).toBeVisible();
    await expectNextToBeAdded();
  });

  it('a page that is being saved is reviewed afterwards, and the next photo is added after it', async () => {
    const saving = Promise.withResolvers<ScanPage[]>();
    onPhoto.mockReturnValueOnce(saving.promise);
    await shoot();
    await waitFor(() => expect(onPhoto).toHaveBeenCalled());
    const reopen = holdOpening();
    act(() => camera.end());
    saving.resolve([aPage('1')]);
    await screen.findByText(scan.added({ number: 1 }));
    await act(reopen);
    expect(screen.getByText(scan.added({ number: 1 }))).toBeVisible();
    await expectNextToBeAdded();
  });

  it('the shutter is disabled until the camera is live again, even after Add page', async () => {
    onPhoto.mockResolvedValueOnce([aPage('1')]);
    await shoot();
    const addPage = await screen.findByRole('button', { name: copy.pages.add() });
    const reopen = holdOpening();
    act(() => camera.end());
    await user.click(addPage);
    expect(shutter()).toBeDisabled();
    await act(reopen);
    await waitFor(() => expect(shutter()).toBeEnabled());
  });
});
