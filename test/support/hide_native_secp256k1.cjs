/**
 * Makes the native addon of `secp256k1` fail to load, as on a platform without a prebuilt one. It reports on stderr
 * when the WebAssembly one is loaded. Preload it with Node's `--require`.
 */
/** @type {{ _load: (request: string, parent: { filename: string } | undefined, ...rest: unknown[]) => unknown }} */
const Module = /** @type {any} */ (require('node:module'));

const load = Module._load;
Module._load = (request, parent, ...rest) => {
  // The file of the addon is loaded in the name of its bindings.
  if (request === 'node-gyp-build' && parent?.filename.includes('secp256k1'))
    throw new Error('the native addon is hidden by a test');
  if (request.endsWith('secp256k1_wasm.cjs')) process.stderr.write('loaded secp256k1_wasm.cjs\n');
  return load(request, parent, ...rest);
};
