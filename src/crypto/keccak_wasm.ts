/** Exports the one function of `hash-wasm` that is used, by name, so that a bundle contains no other. */
export { createKeccak } from 'hash-wasm';
