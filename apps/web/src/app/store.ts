import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/api/base-api.js';

/** Caches what the workspace has read from the server. Lives as long as the page and is emptied when a session ends. */
export const store = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer },
  // The serializable check is off, because downloaded files pass through the state as blobs.
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
});

export const emptyStore = () => void store.dispatch(baseApi.util.resetApiState());
