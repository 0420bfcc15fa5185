import { IconCamera, IconCheck, IconFileText, IconLink } from '@tabler/icons-react';
import classes from './picture.module.css';

/** A small drawing of the three steps: the clinic's link, the patient's phone, the received document. */
export function Picture() {
  return (
    <div
      className={classes.picture}
      role="img"
      aria-label="A clinic makes a link, the patient sends a photo from a phone, the document arrives in the workspace."
    >
      <div className={classes.sheet} aria-hidden="true">
        <div className={classes.caption}>Your clinic</div>
        <div className={classes.linkLine}>
          <IconLink size={18} stroke={1.75} />
          <span>/upload?token=Hk3v…9dQ2</span>
          <em>active</em>
        </div>
        <div className={classes.arrived}>
          <IconFileText size={22} stroke={1.5} />
          <div>
            <b>IMG_2041.jpg</b>
            <small>P-1042 · 2.30 MB</small>
          </div>
          <IconCheck size={20} stroke={2} className={classes.check} />
        </div>
        <div className={classes.letter}>
          <i />
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
      <div className={classes.phone} aria-hidden="true">
        <div className={classes.screen}>
          <b>Upload Document</b>
          <small>for P-1042</small>
          <span className={classes.choice}>
            <IconCamera size={18} stroke={1.75} /> Take a photo
          </span>
          <span className={classes.bar} />
        </div>
      </div>
    </div>
  );
}
