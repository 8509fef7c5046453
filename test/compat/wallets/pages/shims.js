/** What packages for Node.js expect of it, as bundlers of dapps provide it. */
export { Buffer } from 'buffer/';

export const process = {
  ...{ browser: true, env: {}, version: '', versions: {} },
  nextTick: (act, ...args) => queueMicrotask(() => act(...args)),
};
