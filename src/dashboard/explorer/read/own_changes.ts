/** Counts what the reader changed with the page, because such changes can show before a block contains them. */
import { signal } from '@preact/signals';

export const ownChanges = signal(0);
