/** Gives new networks the randomness of the operating system for their keys. */
import { randomBytes } from 'node:crypto';
import type { Bytes } from '../../kernel/bytes.js';

/** Returns the given number of random bytes. */
export const randomSource = (length: number): Bytes => new Uint8Array(randomBytes(length));
