import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/api/base-api.js';

/** Caches what the workspace has read from the server. Lives as long as the page and is emptied when a session ends. */
export const store = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer },
  // The checks of development builds are off, because they walk through every loaded row on each action.
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
});

export const emptyStore = () => void store.dispatch(baseApi.util.resetApiState());
