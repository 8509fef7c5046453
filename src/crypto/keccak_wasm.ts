/** The one function of `hash-wasm` that is used here, by name: a bundle then holds no other. */
export { createKeccak } from 'hash-wasm';
