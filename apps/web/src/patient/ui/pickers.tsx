import { copy } from '../copy.js';
import { IconCamera, IconFile } from '@tabler/icons-react';

/** A large button; both open the same input. */
export function Pickers({ onOpen }: { onOpen: (camera: boolean) => void }) {
  return (
    <>
      <div className="pickers">
        <button type="button" className="button large" onClick={() => onOpen(true)}>
          <IconCamera size={24} stroke={1.75} aria-hidden="true" />
          {copy.takePhoto}
        </button>
        <button type="button" className="button large" onClick={() => onOpen(false)}>
          <IconFile size={24} stroke={1.75} aria-hidden="true" />
          {copy.chooseFile}
        </button>
      </div>
      <p className="drop-hint">{copy.dropHint}</p>
    </>
  );
}
