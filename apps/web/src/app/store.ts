import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '../shared/api/base-api.js';
import { sessionReducer } from '../shared/session/session.slice.js';

export const createStore = () =>
  configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, session: sessionReducer },
    // Zips pass through as blobs: they are responses, never kept in the state.
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false }).concat(baseApi.middleware),
  });

export type Store = ReturnType<typeof createStore>;
