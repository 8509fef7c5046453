/** A time as Go prints it by itself, which is how the engine's errors show it. */
import { formatTime, type UnixNanos } from '../../kernel/time.js';

export const goTime = (time: UnixNanos): string => `${formatTime(time).replace('T', ' ').replace('Z', '')} +0000 UTC`;
