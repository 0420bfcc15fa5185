import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shared/styles/tokens.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { restoreLatePlace } from './app/late-place.js';
import { Providers } from './app/providers.js';
import { reloadOnceWhenStale } from './app/reload-when-stale.js';
import { createRouter } from './app/router.js';
import { loadSiteConfig } from './shared/config/site-config.js';

reloadOnceWhenStale();
void loadSiteConfig();
const router = createRouter();
restoreLatePlace(router);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
