import { z } from 'zod';
import { loadConfig } from '../config/load-config.js';
import { serviceSettings } from '../config/settings.js';

/*
 * The images' HEALTHCHECK, a program of its own: asks the service in this container whether it is ready. No shell and
 * no curl are needed.
 */
const { PORT } = loadConfig('healthcheck', z.object({ PORT: serviceSettings.shape.PORT }));
const answer = await fetch(`http://127.0.0.1:${String(PORT)}/health/ready`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
