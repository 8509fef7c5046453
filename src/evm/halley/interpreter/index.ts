/** The interpreter's module: what it exports is what the machine calls. */
export { keccak256 } from './keccak';
