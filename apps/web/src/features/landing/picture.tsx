import { shots } from './copy.js';
import classes from './picture.module.css';
import { Screenshot } from './screenshot.js';

/** The two ends of the product: what the patient sees on a phone, and what the clinic then sees. */
export function Picture() {
  return (
    <div className={classes.picture}>
      <div className={classes.window}>
        <Screenshot shot={shots.document} eager />
      </div>
      <div className={classes.phone}>
        <Screenshot shot={shots.phone} eager />
      </div>
    </div>
  );
}
